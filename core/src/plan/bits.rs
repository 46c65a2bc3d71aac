//! Bits of active numbers under integer operations: which have a derivative, and the refusal.
//!
//! Owns: the sign bit, and numbers made of the value of such integers. Must not:
//! rewrite anything (`prepare::bits` did what can be said with numbers).

use super::Facts;
use super::adjoints::{Adjoint, Numbers, numbers};
use super::refusal::Refusal;
use crate::analysis::memory::Scalar;
use crate::diag::codes;
use crate::view::{CastOp, Inst, InstId, IntOp, Op, Shape, ValueId, ValueKind};
use indexmap::IndexSet;

/// Whether the bits of a varying number, all of them, are taken for an integer and that for a number:
/// the value follows the number's without a step. Parts of the bits are constant between jumps.
pub(super) fn counts_bits(facts: Facts<'_>, inst: &Inst) -> bool {
    let useful = inst.result.is_some_and(|r| facts.activities.useful(r));
    useful && is_whole(facts, inst.operands[0])
}

/// Whether an integer is computed from all bits of a varying number, without cutting any off.
fn is_whole(facts: Facts<'_>, value: ValueId) -> bool {
    let mut seen = IndexSet::from([value]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        if !facts.activities.varied(value) {
            continue;
        }
        let Some(id) = facts.body.def(value) else {
            continue;
        };
        let inst = &facts.body.insts[id];
        match &inst.op {
            Op::Cast(CastOp::Bitcast) => return true,
            Op::Load { .. } if reads_numbers(facts, id, value) => return true,
            Op::Call(_) => return true,
            Op::Int(IntOp::LShr | IntOp::AShr | IntOp::Division) | Op::Cast(CastOp::Trunc) => {}
            // Any other: as far as it passes bits on.
            _ => seen.extend(inst.passed_on()),
        }
    }
    false
}

/// Whether a load of an integer reads active numbers of its size.
fn reads_numbers(facts: Facts<'_>, id: InstId, value: ValueId) -> bool {
    let size = facts.body.types.get(facts.body.values[value].ty).store_size;
    let touched = facts.memory.touched(id, false);
    let mut active = touched
        .iter()
        .filter(|f| facts.activities.active_field(**f));
    active.any(|f| {
        let field = &facts.memory.fields[f.0];
        field.size == size && matches!(field.scalar, Scalar::Float(_) | Scalar::Mixed)
    })
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
        // Any other: refused.
        _ => Err(active_bits(id)),
    }
}
