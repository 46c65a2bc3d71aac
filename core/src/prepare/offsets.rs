//! What is known of memory at constant distances behind an address.
//!
//! Owns: these addresses, which store wrote there last, and which calls touch nothing. Must not: rewrite anything.

use super::inline::named;
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::ir::{Block, Opcode, Value};

/// All that address arithmetic with constants makes from a pointer, with how far it is from there; nothing for other arithmetic.
pub(super) fn addresses(pointer: Value) -> Option<Vec<(Value, u64)>> {
    let mut found = vec![(pointer, 0)];
    let mut done = 0;
    while let Some((address, offset)) = found.get(done).copied() {
        done += 1;
        for user in address.users() {
            if user.opcode() == Opcode::LLVMGetElementPtr {
                let by = analyses::gep_offset(user).filter(|by| by.variable.is_empty())?;
                found.push((user, offset + u64::try_from(by.constant).ok()?));
            }
        }
    }
    Some(found)
}

/// The store that wrote what a call reads: the only one, or the last one on the only way to the call.
pub(super) fn last_ahead(call: Value, stores: &[Value]) -> Option<Value> {
    if let [only] = stores {
        return Some(*only);
    }
    let mut block = call.block()?;
    let insts = block.instructions().into_iter();
    let mut ahead: Vec<Value> = insts.take_while(|inst| *inst != call).collect();
    // No way is longer than the function.
    for _ in block.function().blocks() {
        let last = ahead.iter().rev().find(|inst| stores.contains(inst));
        if last.is_some() {
            return last.copied();
        }
        block = only_predecessor(block)?;
        ahead = block.instructions();
    }
    None
}

fn only_predecessor(block: Block) -> Option<Block> {
    let blocks = block.function().blocks().into_iter();
    let leads_here = |from: &Block| {
        let end = from.terminator();
        end.is_some_and(|end| end.successors().contains(&block))
    };
    let mut leading = blocks.filter(leads_here);
    let only = leading.next()?;
    leading.next().is_none().then_some(only)
}

/// Whether a call only says where a variable's life begins or ends.
pub(super) fn marks_life(call: Value) -> bool {
    let is_call = call.opcode() == Opcode::LLVMCall;
    let callee = is_call.then(|| named(call)).flatten();
    callee.is_some_and(|callee| callee.name().starts_with("llvm.lifetime."))
}
