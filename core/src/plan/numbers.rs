//! The numbers inside of a value: itself, members of a structure, or bits that an integer carries.
//!
//! Owns: where they are, and the refusal where nobody says what bits are. Must not: look at how the value is made.

use super::adjoints::Numbers;
use super::facts::Facts;
use super::refusal::Refusal;
use crate::analysis::memory::Scalar;
use crate::diag::codes;
use crate::view::{InstId, Shape, TyId, ValueId};
use enzyme_rules::FloatKind;

/// The numbers inside an active value.
pub(crate) fn numbers(facts: Facts<'_>, id: InstId, value: ValueId) -> Result<Numbers, Refusal> {
    let types = &facts.body.types;
    let ty = facts.body.values[value].ty;
    if types.float_lanes(ty).is_some() {
        return Ok(Numbers::Whole);
    }
    if let Shape::Int(bits) = types.shape(ty) {
        return match facts.carried(value, *bits) {
            Some((kind, count)) => Ok(Numbers::Carried(kind, count)),
            None => Err(unknown_bits(facts, id, value)),
        };
    }
    let mut leaves = Vec::new();
    collect_leaves(facts, ty, &mut Vec::new(), 0, &mut leaves);
    if leaves.is_empty() {
        Err(unknown_bits(facts, id, value))
    } else {
        Ok(Numbers::Leaves(leaves))
    }
}

/// The kind of the numbers that an active value is, or whose bits it carries.
pub(super) fn kind(
    facts: Facts<'_>,
    id: InstId,
    value: ValueId,
) -> Result<Option<FloatKind>, Refusal> {
    let types = &facts.body.types;
    let whole = types.float_lanes(facts.body.values[value].ty);
    Ok(match numbers(facts, id, value)? {
        Numbers::Carried(kind, _) => Some(kind),
        Numbers::Whole => whole,
        // Structures are not cast.
        Numbers::Leaves(_) => None,
    })
}

fn collect_leaves(
    facts: Facts<'_>,
    ty: TyId,
    path: &mut Vec<u32>,
    at: u64,
    out: &mut Vec<(Vec<u32>, u64, TyId)>,
) {
    let types = &facts.body.types;
    let mut visit = |index: u32, field: TyId, offset: u64, out: &mut Vec<_>| {
        path.push(index);
        collect_leaves(facts, field, path, at + offset, out);
        path.pop();
    };
    match types.shape(ty) {
        Shape::Struct(fields) => {
            for (index, (field, offset)) in fields.iter().enumerate() {
                visit(index as u32, *field, *offset, out);
            }
        }
        Shape::Array(element, length) => {
            let step = types.get(*element).alloc_size;
            for index in 0..*length {
                visit(index as u32, *element, index * step, out);
            }
        }
        _ if types.float_lanes(ty).is_some() => out.push((path.clone(), at, ty)),
        _ => {}
    }
}

/// Bits that may be numbers or not.
pub(super) fn unknown_bits(facts: Facts<'_>, id: InstId, value: ValueId) -> Refusal {
    let label = facts.body.in_words(value);
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
