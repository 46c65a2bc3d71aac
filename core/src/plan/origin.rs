//! Integers that cannot be bits of numbers, by how they are made or used.
//!
//! Owns: the walk from an integer back to what it is made of. Must not: look at where it is stored (`integers`).

use super::facts::Facts;
use crate::analysis::memory::{Memory, Scalar, constant_scalar, named_scalar};
use crate::view::{CastOp, Flow, IntOp, Op, ValueId, ValueKind};
use indexmap::IndexSet;

/// Whether an integer cannot be the bits of a number: it is made of small constants, of what TBAA says to
/// be integers in memory, of comparisons and conversions, and of parameters that are counted or indexed with. Zero alone proves
/// nothing, for it is a number as well.
pub(super) fn is_made_as_integer(facts: Facts<'_>, value: ValueId) -> bool {
    let mut parts = IndexSet::from([value]);
    let mut proven = false;
    let mut next = 0;
    while let Some(part) = parts.get_index(next).copied() {
        next += 1;
        match origin(facts, part) {
            Origin::Integer => proven = true,
            Origin::Zero => {}
            Origin::MadeOf(others) => parts.extend(others),
            Origin::Unproven => return false,
        }
    }
    proven
}

/// Where an integer comes from.
enum Origin {
    Integer,
    Zero,
    MadeOf(Vec<ValueId>),
    Unproven,
}

fn origin(facts: Facts<'_>, value: ValueId) -> Origin {
    let held = &facts.body.values[value];
    let from_number = |memory: &Memory| memory.comes_from_number(value);
    match held.kind {
        ValueKind::ConstInt(Some(0)) => Origin::Zero,
        ValueKind::ConstInt(_) if constant_scalar(&held.kind).is_integer() => Origin::Integer,
        ValueKind::Param(_) if is_counted_with(facts, value) => Origin::Integer,
        ValueKind::Inst(_) if from_number(facts.memory) || from_number(facts.closed_world) => {
            Origin::Unproven
        }
        ValueKind::Inst(id) => {
            let inst = &facts.body.insts[id];
            match inst.op.flow() {
                Flow::Ends => Origin::Integer,
                Flow::Passes { .. } => Origin::MadeOf(inst.passed_on().collect()),
                // That nobody accesses a number there proves nothing.
                Flow::Elsewhere if named_scalar(&inst.tbaa) == Scalar::Int => Origin::Integer,
                Flow::Elsewhere | Flow::Computes => Origin::Unproven,
            }
        }
        _ => Origin::Unproven,
    }
}

/// Whether somebody multiplies, divides, converts or indexes with an integer, which nobody does with the bits of a number.
fn is_counted_with(facts: Facts<'_>, value: ValueId) -> bool {
    let counts = |op: &Op| {
        matches!(
            op,
            Op::Int(IntOp::Product | IntOp::Division)
                | Op::Cast(CastOp::IntToFp | CastOp::SignExtend)
                | Op::Gep { .. }
        )
    };
    let uses = &facts.body.values[value].uses;
    uses.iter().any(|id| counts(&facts.body.insts[*id].op))
}
