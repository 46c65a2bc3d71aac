//! Bits of active numbers under integer operations: which have a derivative, and the refusal.
//!
//! Owns: the sign bit. Must not: rewrite anything (`prepare::bits` did what can be said with numbers), or know numbers
//! that are made of such integers by value (`counts`).

use super::adjoints::{Adjoint, Numbers};
use super::facts::Facts;
use super::numbers::numbers;
use super::refusal::Refusal;
use crate::diag::codes;
use crate::view::{Inst, InstId, IntOp, Shape, ValueKind};

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
        // Any other: refused.
        _ => Err(active_bits(id)),
    }
}
