//! Exceptions that leave the function for good.
//!
//! A throw that nobody catches in the differentiated code means that no derivative is asked for: what
//! unwinding would do on its way out (destructors, `catch (...) { …; throw; }`) never comes back to
//! the return, so that there is nothing to reverse. Such an `invoke` becomes a call. The exception
//! then passes through the derivative's frame and reaches the catch behind the hook, if there is
//! one; the cleanup itself is not run. An `invoke` whose landing pad may come back stays, and is
//! refused later.
//!
//! Owns: telling the two apart. Must not: know what is active.

use enzyme_llvm_shim::ir::{Block, Opcode, Value};
use enzyme_llvm_shim::transform;
use indexmap::{IndexMap, IndexSet};

/// Throws something new in place of what was caught.
const THROWS: &str = "__cxa_throw";

/// Turns invokes whose unwinding never comes back into calls.
pub(super) fn drop_cleanups(copy: Value) {
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
        if *known.entry(pad).or_insert_with(|| leaves(pad)) {
            transform::invoke_to_call(invoke);
        }
    }
}

/// Whether no path from a landing pad returns, or replaces the exception by another.
fn leaves(pad: Block) -> bool {
    let mut seen = IndexSet::from([pad]);
    let mut work = vec![pad];
    while let Some(block) = work.pop() {
        if block.instructions().iter().any(replaces) {
            return false;
        }
        let Some(end) = block.terminator() else {
            return false;
        };
        if end.opcode() == Opcode::LLVMRet {
            return false;
        }
        work.extend(end.successors().into_iter().filter(|s| seen.insert(*s)));
    }
    true
}

fn replaces(inst: &Value) -> bool {
    matches!(inst.opcode(), Opcode::LLVMCall | Opcode::LLVMInvoke)
        && inst.callee().is_some_and(|callee| callee.name() == THROWS)
}
