//! Integers that are, may be or are not the bits of numbers, at loads and stores.
//!
//! Owns: the classification of stores, and which loaded integers need no type. Must not: look at
//! arithmetic on bits (`bits`).

use super::Facts;
use super::adjoints::{Adjoint, Classified, Numbers, atomic_refusal, numbers};
use super::refusal::Refusal;
use crate::analysis::memory::{FieldId, Scalar};
use crate::analysis::ownership;
use crate::diag::codes;
use crate::view::{Inst, InstId, Op, Shape, ValueId, ValueKind};
use enzyme_rules::FloatKind;

pub(super) fn store(facts: Facts<'_>, id: InstId, inst: &Inst, ordered: bool) -> Classified {
    let (value, pointer) = (inst.operands[0], inst.operands[1]);
    if !facts.shadowed(pointer) {
        return Ok(Adjoint::None);
    }
    let fields = facts.memory.touched(id, true);
    let hits_active = fields.iter().any(|f| facts.activities.active_field(*f));
    let types = &facts.body.types;
    let ty = facts.body.values[value].ty;
    if types.is_pointer(ty) || facts.memory.bits(value) == Scalar::Pointer {
        let mirrored = facts
            .memory
            .place(value)
            .is_none_or(|_| facts.shadowed(value));
        return Ok(if mirrored {
            Adjoint::StorePointer
        } else {
            Adjoint::None
        });
    }
    if !hits_active {
        return Ok(Adjoint::None);
    }
    if ordered {
        return Err(atomic_refusal(id));
    }
    if let Shape::Int(bits) = types.shape(ty) {
        return store_integer(facts, id, inst, *bits);
    }
    numbers(facts, id, value).map(Adjoint::Store)
}

/// An integer store into active memory: bits of numbers, or an integer beside numbers.
fn store_integer(facts: Facts<'_>, id: InstId, inst: &Inst, bits: u32) -> Classified {
    let moved = facts.memory.moved(id, bits);
    let unknown = facts.memory.accessed(id) == Scalar::Unknown;
    if let Some((kind, count)) = moved.or_else(|| facts.wide.moved(id, bits).filter(|_| unknown)) {
        return Ok(Adjoint::Store(Numbers::Carried(kind, count)));
    }
    let value = inst.operands[0];
    let Some(place) = facts.memory.place(inst.operands[1]) else {
        return Ok(Adjoint::None);
    };
    let size = u64::from(bits / 8);
    let holds_number = |f: &FieldId| {
        let field = &facts.memory.fields[f.0];
        matches!(field.scalar, Scalar::Float(_))
            && (field.size == size || !facts.memory.is_array(place))
    };
    match facts.memory.accessed(id) {
        // A constant alone is weak proof of an integer: callers may know the memory better.
        Scalar::Int
            if matches!(facts.body.values[value].kind, ValueKind::ConstInt(_))
                && matches!(facts.wide.accessed(id), Scalar::Float(_) | Scalar::Mixed) =>
        {
            Err(unknown_bits(facts, id, value))
        }
        Scalar::Int | Scalar::Pointer => Ok(Adjoint::None),
        // A constant: whatever it is, it ends an adjoint.
        Scalar::Unknown if matches!(facts.body.values[value].kind, ValueKind::ConstInt(_)) => {
            Ok(constant_store(bits))
        }
        Scalar::Unknown => {
            let beside_numbers = facts
                .memory
                .fields_at(place, Some(size))
                .iter()
                .any(holds_number);
            // Nobody reads it as a number here, and nobody else can see it.
            if !beside_numbers && (facts.memory.is_private(place) || is_parked(facts, value)) {
                Ok(Adjoint::None)
            } else {
                Err(unknown_bits(facts, id, value))
            }
        }
        Scalar::Float(_) | Scalar::Mixed => Err(unknown_bits(facts, id, value)),
    }
}

/// A store of constant bits of unknown sort.
fn constant_store(bits: u32) -> Adjoint {
    match bits {
        _ if bits.is_multiple_of(64) => {
            Adjoint::Store(Numbers::Carried(FloatKind::Double, bits / 64))
        }
        32 => Adjoint::Store(Numbers::Carried(FloatKind::Float, 1)),
        _ => Adjoint::None,
    }
}

/// Whether bits of which nothing is known only go to memory of our own, where nobody below the hook
/// takes them for anything.
pub(super) fn is_parked(facts: Facts<'_>, value: ValueId) -> bool {
    let held = &facts.body.values[value];
    let into_own = |id: &InstId| {
        let inst = &facts.body.insts[*id];
        matches!(inst.op, Op::Store { .. })
            && inst.operands[1] != value
            && ownership::is_own_stack(facts.body, inst.operands[1])
            && facts.wide.accessed(*id) == Scalar::Unknown
    };
    matches!(facts.body.types.shape(held.ty), Shape::Int(_))
        && facts.memory.bits(value) == Scalar::Unknown
        && facts.wide.bits(value) == Scalar::Unknown
        && held.uses.iter().all(into_own)
}

/// Whether bits of which memory says nothing are an integer by all that is made of them.
pub(super) fn is_plain(facts: Facts<'_>, value: ValueId) -> bool {
    facts.memory.is_plain_integer(value)
        && facts.memory.bits(value) == Scalar::Unknown
        && matches!(facts.wide.bits(value), Scalar::Unknown | Scalar::Int)
}

pub(super) fn unknown_bits(facts: Facts<'_>, id: InstId, value: ValueId) -> Refusal {
    let label = facts.body.label(value);
    match facts.memory.bits(value) {
        Scalar::Mixed => Refusal::new(
            codes::MIXED_TYPE,
            id,
            format!("{label} holds floating and other data at one place"),
        )
        .help("keep numbers and integers in separate fields (no union) where they are active"),
        _ => Refusal::new(
            codes::UNKNOWN_TYPE,
            id,
            format!("cannot deduce whether {label} holds numbers or integers"),
        )
        .note("nothing in the program loads or stores these bytes as a floating number")
        .help("compile with optimisation and strict aliasing (-O1 or higher), so that type facts remain")
        .help("mark the memory enzyme_const if no derivative is wanted"),
    }
}
