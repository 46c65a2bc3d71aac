//! Integers that are the bits of numbers.
//!
//! Owns: [`made_numbers`]. Must not: write to the graph.

use crate::view::{Body, CastOp, IntOp, Op, ValueId};
use indexmap::IndexSet;

/// Integers that masks, sums, choices and merges lead from to a conversion of their bits into a
/// number. Not through shifts: what is shifted into place was something else before.
pub(super) fn made_numbers(body: &Body) -> IndexSet<ValueId> {
    let mut found = IndexSet::new();
    let is_number = |v: ValueId| body.types.float_lanes(body.values[v].ty).is_some();
    for inst in body.insts.values() {
        if inst.op == Op::Cast(CastOp::Bitcast) && inst.result.is_some_and(is_number) {
            found.insert(inst.operands[0]);
        }
    }
    let mut next = 0;
    while let Some(value) = found.get_index(next).copied() {
        next += 1;
        let Some(inst) = body.def(value).map(|id| &body.insts[id]) else {
            continue;
        };
        match &inst.op {
            Op::Int(IntOp::Shl | IntOp::LShr | IntOp::AShr) => {}
            Op::Int(_) | Op::Phi(_) | Op::Freeze => found.extend(inst.operands.iter().copied()),
            Op::Select => found.extend(inst.operands[1..].iter().copied()),
            // Any other: arithmetic before it is presumed to be that of integers, which proves nothing.
            _ => {}
        }
    }
    found
}
