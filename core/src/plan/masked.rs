//! Loads and stores of vectors under a mask.
//!
//! Owns: which of them contribute, and the refusals. Must not: know how masks are made.

use super::accumulate;
use super::adjoints::{Adjoint, Classified};
use super::facts::Facts;
use super::numbers::unknown_bits;
use crate::view::{Inst, InstId, ValueId};
use enzyme_rules::MaskedAccess;

/// A masked access. Only vectors of numbers are followed: pointers and bits of numbers in vectors are not.
pub(super) fn masked(
    facts: Facts<'_>,
    id: InstId,
    inst: &Inst,
    access: MaskedAccess,
) -> Classified {
    let pointer = inst.operands[usize::from(access.pointer)];
    let of_numbers = |v: ValueId| {
        let ty = facts.body.values[v].ty;
        facts.body.types.float_lanes(ty).is_some()
    };
    if !access.stores {
        let active = inst.result.filter(|r| facts.activities.active(*r));
        return match active {
            Some(result) if !of_numbers(result) => Err(unknown_bits(facts, id, result)),
            Some(_) => {
                accumulate::check_atomic(facts, id, pointer).map(|()| Adjoint::Masked(access))
            }
            None => Ok(Adjoint::None),
        };
    }
    if !facts.shadowed(pointer) {
        return Ok(Adjoint::None);
    }
    let value = inst.operands[usize::from(access.value)];
    let mut touched = facts.memory.touched(id, true).into_iter();
    let into_active = touched.any(|f| facts.activities.active_field(f));
    let pointers = facts.body.types.holds_pointer(facts.body.values[value].ty);
    match of_numbers(value) {
        true if into_active => Ok(Adjoint::Masked(access)),
        false if into_active || pointers => Err(unknown_bits(facts, id, value)),
        _ => Ok(Adjoint::None),
    }
}
