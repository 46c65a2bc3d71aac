//! Integers that are, may be or are not the bits of numbers, at loads and stores.
//!
//! Owns: the classification of stores, and which loaded integers need no type. Must not: look at
//! arithmetic on bits (`bits`).

use super::adjoints::{Adjoint, Classified, Numbers};
use super::facts::Facts;
use super::numbers::{numbers, unknown_bits};
use super::origin::is_made_as_integer;
use super::punned::active_bits;
use super::refusal::atomic_refusal;
use super::shadow_check::computed_address;
use crate::analysis::memory::{FieldId, Memory, Place, Replaced, Run, Scalar, named_scalar};
use crate::analysis::ownership;
use crate::view::{CastOp, Inst, InstId, Op, Shape, ValueId, ValueKind};
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
    let comes = facts.comes_as_address(value);
    if comes == Some(false) {
        return Err(computed_address(id));
    }
    let address = facts.memory.bits(value) == Scalar::Pointer || comes == Some(true);
    if types.is_pointer(ty) || address {
        let has_place = facts.memory.place(value).is_some();
        // Who finds out at run time what is active finds a pointer that is its own shadow.
        let mirrored = !has_place || facts.shadowed(value) || facts.request.runtime_activity;
        return Ok(if mirrored {
            Adjoint::StorePointer
        } else {
            Adjoint::None
        });
    }
    if !hits_active {
        return Ok(Adjoint::None);
    }
    let adjoint = match types.shape(ty) {
        Shape::Int(bits) => store_integer(facts, id, inst, *bits)?,
        Shape::Vector(..) if types.is_integer(ty) => store_integers(facts, id, inst)?,
        _ => numbers(facts, id, value).map(Adjoint::Store)?,
    };
    match ordered && !matches!(adjoint, Adjoint::None) {
        true => Err(atomic_refusal(id)),
        false => Ok(adjoint),
    }
}

/// Whether a store or atomic operation on integers may write where active numbers lie, or what nobody
/// says the sort of.
pub(super) fn meets_numbers(facts: Facts<'_>, id: InstId) -> bool {
    let fields = facts.memory.touched(id, true);
    let mut active = fields.iter().filter(|f| facts.activities.active_field(**f));
    active.any(|f| facts.memory.fields[f.0].scalar.holds_number()) || meets_numbers_below(facts, id)
}

/// Whether somebody below the hook accesses as a number what an instruction writes.
fn meets_numbers_below(facts: Facts<'_>, id: InstId) -> bool {
    let is_number = |f: &FieldId| {
        matches!(
            facts.closed_world.fields[f.0].scalar,
            Scalar::Float(_) | Scalar::Mixed
        )
    };
    facts.closed_world.touched(id, true).iter().any(is_number)
}

/// A store of a vector of integers into active memory.
fn store_integers(facts: Facts<'_>, id: InstId, inst: &Inst) -> Classified {
    let value = inst.operands[0];
    let size = facts.body.types.get(facts.body.values[value].ty).store_size;
    let passive = !facts.activities.active(value) && !is_stated(inst);
    match replaced_by_word(facts, inst, size) {
        Replaced::Whole if passive => {
            constant_store(8 * size as u32).ok_or_else(|| unknown_bits(facts, id, value))
        }
        _ => numbers(facts, id, value).map(Adjoint::Store),
    }
}

/// An integer store into active memory: bits of numbers, or an integer beside numbers.
fn store_integer(facts: Facts<'_>, id: InstId, inst: &Inst, bits: u32) -> Classified {
    let moved = facts.memory.moved(id, bits);
    let unknown = facts.memory.accessed(id) == Scalar::Unknown;
    if let Some((kind, count)) =
        moved.or_else(|| facts.closed_world.moved(id, bits).filter(|_| unknown))
    {
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
    if !facts.activities.active(value) && !is_stated(inst) {
        match replaced_by_word(facts, inst, size) {
            Replaced::None => {}
            Replaced::Whole => {
                return constant_store(bits).ok_or_else(|| unknown_bits(facts, id, value));
            }
            Replaced::InPart => return Err(unknown_bits(facts, id, value)),
        }
    }
    match facts.memory.accessed(id) {
        _ if facts.closed_world.moves_integer(id) && !facts.activities.active(value) => {
            Ok(Adjoint::None)
        }
        // Bits of a number stay such, whatever the memory was declared as.
        Scalar::Int | Scalar::Presumed | Scalar::Pointer if facts.activities.active(value) => {
            Err(active_bits(id))
        }
        told if meets_numbers(facts, id)
            && !facts.activities.varied(value)
            && may_replace_number(facts, inst, told) =>
        {
            over_numbers(facts, id, inst, bits)
        }
        Scalar::Int | Scalar::Presumed | Scalar::Pointer => Ok(Adjoint::None),
        // A constant: whatever it is, it ends an adjoint.
        Scalar::Unknown if matches!(facts.body.values[value].kind, ValueKind::ConstInt(_)) => {
            match constant_store(bits) {
                // A single byte is no number.
                None if bits <= 8 => Ok(Adjoint::None),
                ended => ended.ok_or_else(|| unknown_bits(facts, id, value)),
            }
        }
        Scalar::Unknown
            if facts.activities.active(value)
                && !is_parked(facts, value)
                && !is_plain(facts, value) =>
        {
            Err(active_bits(id))
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

/// What becomes of numbers that are smaller than a stored word, by all that is known of the memory.
fn replaced_by_word(facts: Facts<'_>, inst: &Inst, size: u64) -> Replaced {
    let by = |memory: &Memory| {
        let place = memory.place(inst.operands[1]);
        place.map_or(Replaced::None, |place| memory.replaced_by_word(place, size))
    };
    by(facts.memory).max(by(facts.closed_world))
}

/// Whether TBAA says that a store is of one integer or pointer.
fn is_stated(inst: &Inst) -> bool {
    matches!(named_scalar(&inst.tbaa), Scalar::Int | Scalar::Pointer)
}

/// Whether a store of an integer may take the place of a number, by what is told of the memory there.
fn may_replace_number(facts: Facts<'_>, inst: &Inst, told: Scalar) -> bool {
    match told {
        // Callers may know the memory better than what is computed here tells.
        Scalar::Presumed | Scalar::Mixed => true,
        // An integer that lies near does not say what a store without TBAA writes: what remains of a `memset` may
        // clear a number.
        Scalar::Int | Scalar::Pointer => {
            !is_stated(inst) && !is_made_as_integer(facts, inst.operands[0])
        }
        Scalar::Unknown | Scalar::Float(_) => false,
    }
}

/// An integer that carries nothing is stored where numbers may lie, as far as offsets are known. If it
/// takes the place of a number, that number's adjoint ends, and the shadow of an integer is nobody's number.
fn over_numbers(facts: Facts<'_>, id: InstId, inst: &Inst, bits: u32) -> Classified {
    let size = u64::from(bits / 8);
    let value = inst.operands[0];
    let Some(place) = facts.memory.place(inst.operands[1]) else {
        return Err(unknown_bits(facts, id, value));
    };
    let fields = facts.memory.touched(id, true);
    let fields = fields.iter().map(|f| &facts.memory.fields[f.0]);
    // Its shadow leads elsewhere, and must stay.
    if fields.clone().any(|f| f.scalar == Scalar::Pointer) {
        return Err(unknown_bits(facts, id, value));
    }
    let sizes = fields.filter(|f| f.scalar.holds_number()).map(|f| f.size);
    let sizes: Vec<u64> = sizes.collect();
    let replaces = !sizes.is_empty() && sizes.iter().all(|n| *n == size);
    // A member beside an array that is indexed at run time: without TBAA nothing else tells them apart.
    let beside = facts.memory.is_array(place)
        && facts.memory.is_exact(place)
        && !facts.memory.is_typed()
        && !holds_number_exactly(facts, place, size);
    if let Some(ended) = constant_store(bits).filter(|_| replaces) {
        return Ok(ended);
    }
    match beside || changes_lower_halves(facts, id, bits) {
        true => Ok(Adjoint::None),
        false => Err(unknown_bits(facts, id, value)),
    }
}

/// Whether an integer that lies where doubles may lie is either none of them or the lower half of one, whose upper half stays:
/// that number is rounded, and its derivative is what it was.
fn changes_lower_halves(facts: Facts<'_>, id: InstId, bits: u32) -> bool {
    let pointer = facts.body.insts[id].operands[1];
    let lower = |memory: &Memory| {
        let place = memory.place(pointer);
        place.is_some_and(|place| memory.meets_lower_halves(id, place))
    };
    bits == 32 && lower(facts.memory) && lower(facts.closed_world)
}

/// Whether a number is accessed in some bytes through a pointer that leads there and nowhere else.
fn holds_number_exactly(facts: Facts<'_>, place: Place, size: u64) -> bool {
    let shape = facts.memory.shape(&[place], Some(size), true);
    shape.is_none_or(|(runs, _)| {
        let number = |r: &Run| matches!(r.scalar, Scalar::Float(_) | Scalar::Mixed);
        runs.iter().any(number)
    })
}

/// A store of bits that carry nothing: all numbers there end. `None` for bits that no numbers of one size fill.
fn constant_store(bits: u32) -> Option<Adjoint> {
    const KINDS: [(FloatKind, u32); 3] = [
        (FloatKind::Double, 64),
        (FloatKind::Float, 32),
        (FloatKind::Half, 16),
    ];
    let (kind, size) = KINDS
        .into_iter()
        .find(|(_, size)| bits.is_multiple_of(*size))?;
    Some(Adjoint::Store(Numbers::Carried(kind, bits / size)))
}

/// Whether bits of which nothing is known here only go to memory of our own, where nobody below the hook
/// takes them for a number: not at all, or for an integer.
pub(super) fn is_parked(facts: Facts<'_>, value: ValueId) -> bool {
    let held = &facts.body.values[value];
    let no_number = |scalar: Scalar| scalar == Scalar::Unknown || scalar.is_integer();
    let into_own = |id: &InstId| {
        let inst = &facts.body.insts[*id];
        matches!(inst.op, Op::Store { .. })
            && inst.operands[1] != value
            && ownership::is_own_stack(facts.body, inst.operands[1])
            && no_number(facts.closed_world.accessed(*id))
            && !meets_numbers_below(facts, *id)
    };
    matches!(facts.body.types.shape(held.ty), Shape::Int(_))
        && facts.memory.bits(value) == Scalar::Unknown
        && no_number(facts.closed_world.bits(value))
        && !facts.closed_world.is_computed_with(value)
        && held.uses.iter().all(into_own)
}

/// Whether bits of which memory says nothing are an integer by all that is made of them, or are such an integer with another number of bits.
pub(super) fn is_plain(facts: Facts<'_>, value: ValueId) -> bool {
    let value = with_own_size(facts, value);
    facts.memory.is_plain_integer(value)
        && is_untold(facts.memory.bits(value))
        && (is_untold(facts.closed_world.bits(value))
            || facts.closed_world.bits(value) == Scalar::Int)
}

/// The integer that was cut off or filled up.
fn with_own_size(facts: Facts<'_>, mut value: ValueId) -> ValueId {
    let made = |value| facts.body.def(value).map(|id| &facts.body.insts[id]);
    while let Some(inst) = made(value).filter(|inst| resizes(inst)) {
        value = inst.operands[0];
    }
    value
}

/// Whether an instruction gives an integer on with another number of bits.
fn resizes(inst: &Inst) -> bool {
    matches!(
        inst.op,
        Op::Cast(CastOp::Trunc | CastOp::Extend | CastOp::SignExtend)
    )
}

/// Whether nothing but what the program computes says what a scalar is.
fn is_untold(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::Unknown | Scalar::Presumed)
}
