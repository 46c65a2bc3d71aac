//! Stores of the primal that nobody needs, and what was computed for them alone, leave the derivative.
//!
//! Owns: their removal. Must not: decide which stores are needed.

use super::frame::Frame;
use crate::plan::unneeded::Unneeded;
use enzyme_llvm_shim::ir::Value;
use indexmap::IndexSet;

/// Removes the clones of what a plan does without, when all else of the function is there.
pub(super) fn leave_out(frame: &Frame<'_>, unneeded: &Unneeded) {
    for store in &unneeded.stores {
        frame.inst(*store).erase_instruction();
    }
    let idle = unneeded.idle.iter().map(|id| frame.inst(*id)).collect();
    for inst in of_no_use(idle) {
        inst.replace_all_uses_with(inst.ty().poison());
        inst.erase_instruction();
    }
}

/// Those of some instructions whose results go nowhere but into each other: a sum has a phi that uses it.
fn of_no_use(mut insts: IndexSet<Value>) -> IndexSet<Value> {
    let is_used = |inst: &Value| inst.users().iter().any(|user| !insts.contains(user));
    let mut work: Vec<Value> = insts.iter().copied().filter(is_used).collect();
    while let Some(used) = work.pop() {
        if insts.swap_remove(&used) {
            work.extend(used.operands());
        }
    }
    insts
}
