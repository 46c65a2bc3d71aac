//! Exceptions that leave the function for good.
//!
//! A throw that nobody catches in the differentiated code means that no derivative is asked for: what
//! unwinding would do on its way out (destructors, `catch (...) { …; throw; }`) never comes back to
//! the return, so that there is nothing to reverse. Such an `invoke` becomes a call. The exception
//! then passes through the derivative's frame and reaches the catch behind the hook, if there is
//! one; the cleanup itself is not run. An `invoke` whose landing pad may come back stays, and is
//! refused later; one of a function that throws nothing is a call as well.
//!
//! Generated functions have no landing pads. Exceptions pass through them, and the hook's own `invoke` is kept for whoever catches behind it.
//!
//! Owns: telling the two apart. Must not: know what is active.

use super::inline::named;
use enzyme_llvm_shim::analyses;
use enzyme_llvm_shim::ir::{Block, Opcode, Value};
use enzyme_llvm_shim::transform;
use enzyme_rules::{CalleeKind, Registry};
use indexmap::{IndexMap, IndexSet};

/// Throws something new in place of what was caught.
const THROWS: &str = "__cxa_throw";

/// Begins a handler: what throws behind it replaces what was caught. What throws in a cleanup ends the program.
const BEGINS: &str = "__cxa_begin_catch";

/// What else handlers call to handle the exception that there is.
const HANDLES: [&str; 3] = ["__cxa_end_catch", "__cxa_rethrow", "_Unwind_Resume"];

/// Turns invokes whose unwinding never comes back into calls.
pub(super) fn drop_cleanups(copy: Value, registry: &Registry) {
    let mut known = IndexMap::new();
    for block in copy.blocks() {
        let Some(invoke) = block.terminator() else {
            continue;
        };
        if invoke.opcode() != Opcode::LLVMInvoke {
            continue;
        }
        let Some(pad) = invoke.successors().get(1).copied() else {
            continue;
        };
        let is_quiet = is_of_vendor(invoke, registry);
        if is_quiet || *known.entry(pad).or_insert_with(|| leaves(pad, registry)) {
            transform::invoke_to_call(invoke);
        }
    }
}

/// Whether it is a call of a known function of a vendor's library for a host, which is in C and throws nothing, though its headers do not say so.
fn is_of_vendor(invoke: Value, registry: &Registry) -> bool {
    let Some(callee) = named(invoke).filter(|callee| callee.is_declaration()) else {
        return false;
    };
    let name = callee.name();
    let mut hosts = registry.hosts().iter();
    hosts.any(|host| name.starts_with(host.vendor))
        && registry.lookup(&name).is_some()
        && !registry.is_said_by_program_alone(&name)
}

/// Whether no path from a landing pad returns, or replaces the exception by another.
fn leaves(pad: Block, registry: &Registry) -> bool {
    let mut seen = IndexSet::from([pad]);
    let mut next = 0;
    while let Some(block) = seen.get_index(next).copied() {
        next += 1;
        let Some(end) = block.terminator() else {
            return false;
        };
        if end.opcode() == Opcode::LLVMRet {
            return false;
        }
        seen.extend(end.successors());
    }
    let calls: Vec<Value> = seen.into_iter().flat_map(calls_in).collect();
    let handles = calls.iter().any(|call| is_of(*call, BEGINS));
    let mut known = IndexSet::new();
    let replaces =
        |call: &Value| is_of(*call, THROWS) || handles && may_throw(*call, registry, &mut known);
    !calls.iter().any(replaces)
}

fn calls_in(block: Block) -> Vec<Value> {
    let is_call = |i: &Value| matches!(i.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke);
    block.instructions().into_iter().filter(is_call).collect()
}

fn is_of(call: Value, name: &str) -> bool {
    call.callee().is_some_and(|callee| callee.name() == name)
}

/// Whether a call may throw an exception of its own, as far as functions with a body show; `known` has those that were looked at.
fn may_throw(call: Value, registry: &Registry, known: &mut IndexSet<Value>) -> bool {
    if analyses::call_effects(call).nounwind {
        return false;
    }
    let Some(callee) = named(call) else {
        return true;
    };
    let name = callee.name();
    if callee.is_declaration() {
        let handles = name == BEGINS || HANDLES.contains(&name.as_str());
        let entry = registry.lookup(&name).map(|entry| &entry.what);
        return !handles && matches!(entry, None | Some(CalleeKind::NoReturn));
    }
    let mut calls = callee.blocks().into_iter().flat_map(calls_in);
    known.insert(callee) && calls.any(|call| may_throw(call, registry, known))
}
