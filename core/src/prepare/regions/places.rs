//! Where `errno` is, asked for at each use.
//!
//! LLVM asks once, in front of a loop or in the first of several, and hands the address on. An iteration that becomes a function would be handed
//! memory of unknown origin.
//!
//! Owns: the calls of functions that say where `errno` is. Must not: know loops.

use crate::prepare::inline::direct_calls;
use crate::view::ints;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{Module, Opcode, Value, ValueKind};
use indexmap::IndexSet;

/// Lets all that uses the place of `errno` ask for it itself.
pub(super) fn ask_at_each_use(module: Module, copy: Value) {
    let calls = direct_calls(copy).into_iter();
    let calls = calls.filter(|(_, callee)| ints::is_place(&callee.name()));
    let calls: IndexSet<Value> = calls.map(|(call, _)| call).collect();
    let Some(ask) = calls.first().copied() else {
        return;
    };
    for place in all_places(&calls) {
        for user in place.users() {
            if user.opcode() != Opcode::LLVMPHI {
                ask_ahead_of(module, user, (place, ask));
            }
        }
    }
}

/// These calls, and the phis between nothing but them.
fn all_places(calls: &IndexSet<Value>) -> IndexSet<Value> {
    let mut places = calls.clone();
    let mut next = 0;
    while let Some(place) = places.get_index(next).copied() {
        next += 1;
        let users = place.users().into_iter();
        places.extend(users.filter(|user| user.opcode() == Opcode::LLVMPHI));
    }
    loop {
        let unset = [
            ValueKind::LLVMUndefValueValueKind,
            ValueKind::LLVMPoisonValueKind,
        ];
        let is_place = |value: &Value| places.contains(value) || unset.contains(&value.kind());
        let mixed = |value: &&Value| {
            value.opcode() == Opcode::LLVMPHI && !value.operands().iter().all(is_place)
        };
        match places.iter().find(mixed).copied() {
            Some(mixed) => places.shift_remove(&mixed),
            None => return places,
        };
    }
}

/// Gives an instruction the result of a new call for a place.
fn ask_ahead_of(module: Module, user: Value, (place, ask): (Value, Value)) {
    let again = ask.clone_instruction();
    Builder::ahead_of(module.context(), user).insert(again);
    for (position, operand) in (0..).zip(user.operands()) {
        if operand == place {
            user.set_operand(position, again);
        }
    }
}
