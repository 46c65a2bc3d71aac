//! Bits of active numbers under integer operations: which have a derivative, and the refusal.
//!
//! Owns: the sign bit, and the look-out for numbers that turn up as vectors of integers. Must not:
//! rewrite anything (`prepare::bits` did what can be said with numbers).

use super::Facts;
use super::adjoints::{Adjoint, Numbers, numbers};
use super::refusal::Refusal;
use crate::analysis::memory::{Scalar, named_scalar};
use crate::diag::codes;
use crate::view::{CastOp, Inst, InstId, IntOp, Op, Shape, ValueId, ValueKind};
use indexmap::IndexSet;

/// Varying numbers that become a vector of integers, whose bits are not followed.
pub(super) fn loses_numbers(facts: Facts<'_>, inst: &Inst) -> bool {
    let result = inst.result.map(|r| facts.body.shape(r));
    facts.activities.varied(inst.operands[0])
        && matches!(result, Some(Shape::Vector(..)))
        && inst
            .result
            .is_some_and(|r| !facts.body.types.holds_float(facts.body.values[r].ty))
}

/// Numbers loaded as a vector of integers, whose bits are not followed.
pub(super) fn loads_lanes(facts: Facts<'_>, id: InstId, inst: &Inst) -> bool {
    let types = &facts.body.types;
    let lanes = inst.result.filter(
        |r| matches!(*facts.body.shape(*r), Shape::Vector(element, _) if types.is_integer(element)),
    );
    let Some(result) = lanes.filter(|r| !facts.body.values[*r].uses.is_empty()) else {
        return false;
    };
    let touched = facts.memory.touched(id, false);
    let mut active = touched
        .iter()
        .filter(|f| facts.activities.active_field(**f));
    active.any(|f| match facts.memory.fields[f.0].scalar {
        Scalar::Float(_) => true,
        Scalar::Int | Scalar::Pointer => false,
        Scalar::Unknown | Scalar::Mixed => becomes_number(facts, result),
    })
}

/// Memory of active data loaded as an integer that becomes a number after arithmetic: whether it
/// was one before is for the source to say, by the type that it loads.
pub(super) fn loads_punned(facts: Facts<'_>, id: InstId, inst: &Inst) -> bool {
    let Some(result) = inst.result else {
        return false;
    };
    let touched = facts.memory.touched(id, false);
    matches!(facts.body.shape(result), Shape::Int(16..))
        && !facts.activities.active(result)
        && named_scalar(&inst.tbaa) != Scalar::Int
        && touched.iter().any(|f| facts.activities.active_field(*f))
        && becomes_number(facts, result)
}

/// Whether integers, or what is computed from them as integers, are taken for numbers.
fn becomes_number(facts: Facts<'_>, value: ValueId) -> bool {
    let mut seen = IndexSet::from([value]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        for id in &facts.body.values[value].uses {
            let inst = &facts.body.insts[*id];
            let Some(result) = inst.result else { continue };
            match inst.op {
                Op::Cast(CastOp::Bitcast)
                    if facts.body.types.holds_float(facts.body.values[result].ty) =>
                {
                    return true;
                }
                Op::Int(_)
                | Op::Phi(_)
                | Op::Select
                | Op::Freeze
                | Op::Shuffle(_)
                | Op::ExtractElement
                | Op::InsertElement
                | Op::Cast(CastOp::Bitcast | CastOp::Trunc | CastOp::Extend) => {
                    seen.insert(result);
                }
                _ => {}
            }
        }
    }
    false
}

pub(super) fn active_bits(id: InstId) -> Refusal {
    Refusal::new(
        codes::ACTIVE_BITS,
        id,
        "active data is computed with as an integer",
    )
    .note("the bits of a floating number have no derivative under this operation")
    .help("use the floating function meant (fabs, copysign, ldexp, …) in the source")
    .help("mark the data enzyme_const if no derivative is wanted")
}

/// `x & 0x7ff…` clears the sign, `x ^ 0x800…` flips it.
pub(super) fn integer(
    facts: Facts<'_>,
    id: InstId,
    inst: &Inst,
    op: IntOp,
) -> Result<Adjoint, Refusal> {
    let mask = match facts.body.values[inst.operands[1]].kind {
        ValueKind::ConstInt(Some(mask)) => mask as i64,
        _ => return Err(active_bits(id)),
    };
    let Some(result) = inst.result else {
        return Err(active_bits(id));
    };
    let single = matches!(numbers(facts, id, result)?, Numbers::Carried(_, 1));
    let Shape::Int(bits) = *facts.body.shape(result) else {
        return Err(active_bits(id));
    };
    let sign = if bits == 64 {
        i64::MIN
    } else {
        -(1 << (bits.min(63) - 1))
    };
    match op {
        IntOp::And if single && mask == !sign => Ok(Adjoint::SignBit { flipped: false }),
        IntOp::Xor if single && mask == sign => Ok(Adjoint::SignBit { flipped: true }),
        _ => Err(active_bits(id)),
    }
}
