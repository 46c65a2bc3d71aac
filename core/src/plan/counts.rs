//! Numbers that are counted out of bits of numbers, and bits that are counted out of numbers.
//!
//! The exponent of a number is constant between jumps, and so are digits far behind its point. But an integer made of the
//! upper part of the bits, digits and exponent together, follows the number almost like its logarithm; approximations of
//! `log`, `exp` and `pow` are written so. No rule says their derivative, which is not zero.
//!
//! Owns: which conversions these are. Must not: know other operations on bits (`bits`).

use super::facts::Facts;
use super::integers::meets_numbers;
use crate::analysis::callee;
use crate::analysis::memory::{FieldId, Scalar};
use crate::view::{CastOp, Flow, Inst, InstId, IntOp, Op, Shape, ValueId, ValueKind};
use enzyme_rules::{CalleeKind, FloatKind};
use indexmap::IndexSet;

/// Some bits of an integer: from which one on, and how many.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Part {
    of: ValueId,
    low: u32,
    bits: u32,
}

/// Whether a number is made by value of an integer that follows the bits of a varying number.
pub(super) fn counts_bits(facts: Facts<'_>, inst: &Inst) -> bool {
    let useful = inst.result.is_some_and(|r| facts.activities.useful(r));
    let all = Part {
        of: inst.operands[0],
        low: 0,
        bits: width(facts, inst.operands[0]),
    };
    // Each part, and whether all that is made of it on the way to the number varies.
    let mut seen = IndexSet::from([(all, true)]);
    let mut next = 0;
    while useful && let Some((part, varied)) = seen.get_index(next).copied() {
        next += 1;
        let Some(id) = facts.body.def(part.of) else {
            continue;
        };
        let varied = varied && facts.activities.varied(part.of);
        match before(facts, id, part) {
            Some(parts) => seen.extend(parts.into_iter().map(|p| (p, varied))),
            None if varied || copies_bytes(facts, id) => return true,
            None => {}
        }
    }
    false
}

/// Whether a load copies bytes of which nothing says that they are an integer, out of memory that has a shadow: the
/// integer that becomes a number by value is one in the program's eyes only.
fn copies_bytes(facts: Facts<'_>, id: InstId) -> bool {
    let inst = &facts.body.insts[id];
    let untagged = inst.tbaa.is_empty() || inst.tbaa == "omnipotent char";
    // A shorter integer without a tag is as often a member of a structure that was passed by value.
    let whole = inst.result.is_some_and(|r| width(facts, r) >= u64::BITS);
    let raw = match inst.op {
        Op::Load { .. } => {
            let unaligned = inst
                .result
                .is_some_and(|r| inst.alignment * u8::BITS < width(facts, r));
            unaligned || whole && facts.body.typed && untagged
        }
        // Any other: bytes are copied out of memory by loads.
        _ => false,
    };
    let touched = facts.memory.touched(id, false).into_iter();
    let untold = |f: FieldId| {
        let scalar = facts.memory.fields[f.0].scalar;
        facts.activities.active_field(f) && scalar == Scalar::Presumed
    };
    raw && touched.into_iter().any(untold)
}

/// Of which bits some bits of a result are made; `None` if they are those of a number and follow it.
fn before(facts: Facts<'_>, id: InstId, part: Part) -> Option<Vec<Part>> {
    let inst = &facts.body.insts[id];
    let from = |of, low, bits| vec![Part { of, low, bits }];
    let same = || inst.passed_on().map(|of| Part { of, ..part }).collect();
    match &inst.op {
        Op::Cast(CastOp::Bitcast) => {
            let operand = inst.operands[0];
            let (lanes, result) = (lane(facts, operand), lane(facts, part.of));
            match facts.body.types.float_lanes(facts.body.values[operand].ty) {
                Some(kind) if lanes == result => (!follows(part, 0, digits(kind))).then(Vec::new),
                None if lanes == result => Some(same()),
                // Which of several lanes it is, nobody follows.
                Some(_) | None => None,
            }
        }
        Op::Load { .. } => (!follows_loaded(facts, id, part)).then(Vec::new),
        Op::Call(_) => None,
        Op::Int(IntOp::LShr | IntOp::AShr) => Some(match constant(facts, inst) {
            Some(by) if part.low + by < width(facts, part.of) => {
                let left = width(facts, part.of) - part.low - by;
                from(inst.operands[0], part.low + by, part.bits.min(left))
            }
            // By as much as the exponent says, for one: the whole part of a number.
            _ => Vec::new(),
        }),
        Op::Int(IntOp::Shl) => {
            let by = constant(facts, inst).unwrap_or(0);
            Some(from(
                inst.operands[0],
                part.low.saturating_sub(by),
                part.bits,
            ))
        }
        Op::Int(IntOp::Division) => Some(Vec::new()),
        Op::Cast(CastOp::Extend | CastOp::SignExtend) => {
            let all = width(facts, inst.operands[0]);
            let bits = part.bits.min(all.saturating_sub(part.low));
            Some(from(inst.operands[0], part.low, bits))
        }
        // Any other: the same bits of what it passes on.
        _ => Some(same()),
    }
}

/// Whether bits of a number, `low` bits behind its first, have digits and exponent in them.
fn follows(part: Part, low: u32, digits: u32) -> bool {
    let first = low + part.low;
    first < digits && first + part.bits > digits
}

/// The same of an integer that was loaded: a part of a number in memory, or all of it.
fn follows_loaded(facts: Facts<'_>, id: InstId, part: Part) -> bool {
    let place = facts.memory.place(facts.body.insts[id].operands[0]);
    let touched = facts.memory.touched(id, false).into_iter();
    let mut active = touched.filter(|f| facts.activities.active_field(*f));
    active.any(|f| {
        let field = &facts.memory.fields[f.0];
        let digits = match field.scalar {
            Scalar::Float(kind) => digits(kind),
            Scalar::Mixed => digits_of(width(facts, part.of)),
            Scalar::Presumed if copies_bytes(facts, id) => digits_of(width(facts, part.of)),
            Scalar::Unknown | Scalar::Presumed | Scalar::Int | Scalar::Pointer => return false,
        };
        let low = place.map_or(0, |place| {
            let distance = place.offset - field.offset;
            match facts.memory.object(place.object).stride {
                0 => distance,
                stride => distance.rem_euclid(stride as i64),
            }
        });
        follows(part, u32::try_from(low * 8).unwrap_or(0), digits)
    })
}

/// Whether a varying number becomes an integer by value, and that the bits of a number, digits among them.
pub(super) fn rounds_to_bits(facts: Facts<'_>, inst: &Inst) -> bool {
    let Some(result) = inst.result else {
        return false;
    };
    let types = &facts.body.types;
    let is_integer = types.is_integer(facts.body.values[result].ty);
    let number = |v: &ValueId| kind(facts, *v).is_some() && comes_from_varying(facts, *v);
    let rounds =
        inst.op == Op::Cast(CastOp::FpToInt) || callee::known(inst, facts.registry).is_some();
    let carries = facts.memory.is_punned(result) || facts.closed_world.is_punned(result);
    rounds
        && is_integer
        && carries
        && facts.activities.useful(result)
        && inst.operands.iter().any(number)
        && becomes_digits(facts, result)
}

/// Whether a number varies, or is computed from one that is counted out of varying bits: it varies, too, but in steps.
fn comes_from_varying(facts: Facts<'_>, value: ValueId) -> bool {
    let mut seen = IndexSet::from([value]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        if facts.activities.varied(value) {
            return true;
        }
        let Some(inst) = facts.body.def(value).map(|id| &facts.body.insts[id]) else {
            continue;
        };
        let computes = inst.op.flow() == Flow::Computes
            || inst.op == Op::Cast(CastOp::IntToFp)
            || matches!(
                callee::known(inst, facts.registry),
                Some(CalleeKind::Scalar(_))
            );
        match computes {
            true => seen.extend(inst.operands.iter().copied()),
            false => seen.extend(inst.passed_on()),
        }
    }
    false
}

/// Whether an integer becomes bits of a number other than those of its exponent.
fn becomes_digits(facts: Facts<'_>, value: ValueId) -> bool {
    let mut seen = IndexSet::from([(value, 0)]);
    let mut next = 0;
    while let Some((value, shift)) = seen.get_index(next).copied() {
        next += 1;
        for id in &facts.body.values[value].uses {
            match after(facts, *id, (value, shift)) {
                After::Ends => {}
                After::Becomes(shift) => {
                    let result = facts.body.insts[*id].result;
                    seen.extend(result.map(|r| (r, shift)));
                }
                After::Digits => return true,
            }
        }
    }
    false
}

/// What an instruction makes of an integer that was shifted by so many bits.
enum After {
    /// Nothing that is bits of a number, or bits of an exponent.
    Ends,
    /// Another integer, shifted by so many.
    Becomes(u32),
    /// It may be digits of a number.
    Digits,
}

fn after(facts: Facts<'_>, id: InstId, (value, shift): (ValueId, u32)) -> After {
    let inst = &facts.body.insts[id];
    let by = constant(facts, inst).unwrap_or(0);
    let is_count = matches!(inst.op, Op::Int(IntOp::Shl | IntOp::LShr | IntOp::AShr))
        && inst.operands[0] != value;
    match &inst.op {
        Op::Int(_) if is_count => After::Ends,
        Op::Int(IntOp::Shl) => After::Becomes((shift + by).min(u64::BITS)),
        Op::Int(IntOp::LShr | IntOp::AShr) => After::Becomes(shift.saturating_sub(by)),
        Op::Cast(CastOp::Bitcast) => {
            let (lanes, result) = (lane(facts, value), inst.result.and_then(|r| lane(facts, r)));
            match inst.result.and_then(|r| kind(facts, r)) {
                Some(kind) if lanes == result => exponent(shift, digits(kind)),
                None if lanes == result => After::Becomes(shift),
                Some(_) | None => After::Digits,
            }
        }
        Op::Store { .. } => stored(facts, id, (value, shift)),
        Op::Call(_) => match callee::known(inst, facts.registry) {
            // Rotations bring every bit everywhere.
            Some(CalleeKind::IntegerOp) => After::Becomes(0),
            Some(CalleeKind::Carrier(_)) => After::Becomes(shift),
            // Any other: so it is for what knows it; what does not may make a number of it.
            Some(_) => After::Ends,
            None => After::Digits,
        },
        // Any other: as far as it passes bits on.
        op => match op.flow() {
            Flow::Passes { .. } if inst.passed_on().any(|v| v == value) => After::Becomes(shift),
            Flow::Passes { .. } | Flow::Computes | Flow::Ends => match op {
                Op::Ret => After::Digits,
                // Any other: it ends there.
                _ => After::Ends,
            },
            Flow::Elsewhere => After::Digits,
        },
    }
}

/// What a shifted integer is as the bits of a number with so many digits.
fn exponent(shift: u32, digits: u32) -> After {
    match shift >= digits {
        true => After::Ends,
        false => After::Digits,
    }
}

/// What memory makes of an integer: a whole number where all that is met there is as long, or nothing.
fn stored(facts: Facts<'_>, id: InstId, (value, shift): (ValueId, u32)) -> After {
    let touched = facts.memory.touched(id, true);
    let fields = touched.iter().map(|f| &facts.memory.fields[f.0]);
    let sizes: Vec<u64> = fields
        .filter(|f| f.holds_number())
        .map(|f| f.size * 8)
        .collect();
    if sizes.is_empty() && !meets_numbers(facts, id) {
        return After::Ends;
    }
    let bits = width(facts, value);
    match sizes.iter().all(|size| *size == u64::from(bits)) {
        true => exponent(shift, digits_of(bits)),
        false => After::Digits,
    }
}

fn constant(facts: Facts<'_>, inst: &Inst) -> Option<u32> {
    match facts.body.values[*inst.operands.get(1)?].kind {
        ValueKind::ConstInt(Some(n)) | ValueKind::Splat(n) => u32::try_from(n).ok(),
        _ => None,
    }
}

fn kind(facts: Facts<'_>, value: ValueId) -> Option<FloatKind> {
    let types = &facts.body.types;
    types.float_lanes(facts.body.values[value].ty)
}

/// Bits of an integer, or of each lane of a vector of such.
fn width(facts: Facts<'_>, value: ValueId) -> u32 {
    lane(facts, value).unwrap_or(u64::BITS)
}

/// Bits of a scalar, or of each lane of a vector.
fn lane(facts: Facts<'_>, value: ValueId) -> Option<u32> {
    let types = &facts.body.types;
    let ty = match *facts.body.shape(value) {
        Shape::Vector(element, _) => element,
        _ => facts.body.values[value].ty,
    };
    match types.shape(ty) {
        Shape::Int(bits) => Some(*bits),
        Shape::Float(_) => u32::try_from(types.get(ty).store_size * 8).ok(),
        _ => None,
    }
}

/// Digits that a kind of numbers keeps behind its exponent.
fn digits(kind: FloatKind) -> u32 {
    match kind {
        FloatKind::BFloat => 7,
        FloatKind::Half => 10,
        FloatKind::Float => 23,
        FloatKind::Double => 52,
        FloatKind::X86Fp80 => 64,
        FloatKind::Fp128 => 112,
    }
}

/// Those of the numbers that take so many bits.
fn digits_of(bits: u32) -> u32 {
    match bits {
        0..=16 => digits(FloatKind::Half),
        17..=32 => digits(FloatKind::Float),
        _ => digits(FloatKind::Double),
    }
}
