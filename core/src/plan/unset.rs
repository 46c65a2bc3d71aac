//! Pointers in globals whose shadow may be missing at run time.
//!
//! The shadow of a global begins at null in each call of a derivative. A pointer that the program set before (a
//! workspace that is allocated when it is first used) has none then, although the same global gets one wherever the
//! differentiated code sets it.
//!
//! Owns: which loads are checked. Must not: emit.

use super::facts::Facts;
use crate::analysis::callee;
use crate::view::{Inst, InstId, Op, ValueId};
use enzyme_rules::CalleeKind;

/// The global from which a load takes a pointer whose memory should have a shadow, if anything follows that pointer.
pub(super) fn global(facts: Facts<'_>, inst: &Inst) -> Option<String> {
    let result = inst.result?;
    let is_pointer = facts.body.types.is_pointer(facts.body.values[result].ty);
    if !is_pointer || !facts.shadowed(result) || !is_followed(facts, result) {
        return None;
    }
    let holder = facts.memory.place(inst.operands[0])?;
    let origins = &facts.memory.object(holder.object).origins;
    let only = origins.params.is_empty() && !origins.heap && !origins.stack;
    origins.globals.first().filter(|_| only).cloned()
}

/// Whether a pointer is more than compared and freed.
fn is_followed(facts: Facts<'_>, pointer: ValueId) -> bool {
    let looked_at = |id: &InstId| {
        let user = &facts.body.insts[*id];
        match user.op {
            Op::ICmp => true,
            Op::Call(_) => matches!(
                callee::known(user, facts.registry),
                Some(CalleeKind::Deallocator(_))
            ),
            // Any other: the pointer is followed.
            _ => false,
        }
    };
    !facts.body.values[pointer].uses.iter().all(looked_at)
}
