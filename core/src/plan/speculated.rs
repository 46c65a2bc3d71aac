//! Computations that the source makes on one path only and the code makes always.
//!
//! If-conversion (before us, or by our own simplification) turns `x > 0 ? sqrt(x) * log(x) : x * x` into both sides and a
//! select. The side that is not chosen may be infinite or NaN, and its adjoint is zero times that: it must
//! contribute exactly nothing, as if it had not run.
//!
//! Owns: [`speculated`]. Must not: decide what a guarded product looks like.

use super::Facts;
use crate::view::entity::Map;
use crate::view::{Inst, InstId, Op, ValueId};

/// For each instruction whether all that its result goes into is sides of selects, directly or through
/// other such instructions.
pub(super) fn speculated(facts: Facts<'_>) -> Map<InstId, bool> {
    let body = facts.body;
    let mut found = Map::filled(body.insts.len(), false);
    // Users stand behind what they use, but for phis, which end a side.
    for (id, inst) in body.insts.iter().rev() {
        let Some(result) = inst.result else { continue };
        let uses = &body.values[result].uses;
        let sided = |user: &InstId| {
            let inst = &body.insts[*user];
            is_side(inst, result) || is_computation(inst) && found[*user]
        };
        found[id] = is_computation(inst) && !uses.is_empty() && uses.iter().all(sided);
    }
    found
}

/// Whether a value is a side of a select, and not its condition.
fn is_side(inst: &Inst, value: ValueId) -> bool {
    inst.op == Op::Select && inst.operands[0] != value
}

/// What may run although its result is not wanted.
fn is_computation(inst: &Inst) -> bool {
    match &inst.op {
        Op::Float(_)
        | Op::Int(_)
        | Op::Cast(_)
        | Op::ICmp
        | Op::FCmp
        | Op::Select
        | Op::Freeze
        | Op::Call(_)
        | Op::ExtractValue(_)
        | Op::InsertValue(_)
        | Op::ExtractElement
        | Op::InsertElement
        | Op::Shuffle(_) => true,
        Op::Phi(_)
        | Op::Alloca(_)
        | Op::Load { .. }
        | Op::Store { .. }
        | Op::Gep { .. }
        | Op::AtomicRmw { .. }
        | Op::CmpXchg
        | Op::Fence
        | Op::Br
        | Op::Switch
        | Op::Ret
        | Op::Unreachable
        | Op::Unsupported(_) => false,
    }
}
