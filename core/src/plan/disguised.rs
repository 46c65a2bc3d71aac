//! Numbers that the program moves as something else: as pointers, or as numbers of another kind.
//!
//! Owns: these refusals. Must not: know integers, which carry numbers as a matter of course (`integers`).

use super::facts::Facts;
use super::refusal::Refusal;
use crate::analysis::callee;
use crate::analysis::memory::{FieldId, Memory, Scalar, named_scalar};
use crate::diag::codes;
use crate::view::{Inst, InstId, Op, Shape, ValueId};
use enzyme_rules::CalleeKind;

/// Scalars of one value beyond which an access is looked at as a whole.
const MOST_LEAVES: usize = 64;

/// Why an instruction that moves active numbers as something else is refused, if it does so.
pub(super) fn disguised(facts: Facts<'_>, id: InstId, inst: &Inst) -> Option<Refusal> {
    if let Some(value) = pointer_with_bits(facts, inst) {
        return Some(number_in_pointer(facts, id, value));
    }
    let (pointer, value) = accessed(facts, inst)?;
    let types = &facts.body.types;
    let ty = facts.body.values[value].ty;
    if types.is_pointer(ty) {
        return is_over_numbers(facts, id, inst, (pointer, value))
            .then(|| two_sorts(facts, id, (pointer, value)));
    }
    let active = match inst.result {
        Some(result) => facts.activities.active(result),
        None => facts.shadowed(pointer) && writes_followed(facts, id),
    };
    (active && is_contested(facts, inst, (pointer, value)))
        .then(|| two_sorts(facts, id, (pointer, value)))
}

/// A pointer that an instruction makes, or gives to a function, and that carries bits of an active number.
fn pointer_with_bits(facts: Facts<'_>, inst: &Inst) -> Option<ValueId> {
    let given = match inst.op {
        Op::Call(_) => inst.operands.as_slice(),
        // Any other: what made the pointer is refused.
        _ => &[],
    };
    let carries = |v: &&ValueId| {
        let ty = facts.body.values[**v].ty;
        facts.body.types.is_pointer(ty) && facts.activities.active(**v)
    };
    given.iter().chain(&inst.result).find(carries).copied()
}

fn number_in_pointer(facts: Facts<'_>, id: InstId, value: ValueId) -> Refusal {
    let label = facts.body.in_words(value);
    Refusal::new(
        codes::ACTIVE_BITS,
        id,
        format!("{label} is a pointer and carries the bits of an active number"),
    )
    .note("a pointer's shadow is a pointer: it has no room for a derivative")
    .help("move the number as what it is, or by memcpy between numbers")
}

/// The pointer and the value of a load, a store, a sum in memory or a masked access.
fn accessed(facts: Facts<'_>, inst: &Inst) -> Option<(ValueId, ValueId)> {
    match &inst.op {
        Op::Load { .. } => Some((inst.operands[0], inst.result?)),
        Op::Store { .. } => Some((inst.operands[1], inst.operands[0])),
        Op::AtomicRmw { .. } => Some((inst.operands[0], inst.operands[1])),
        Op::Call(_) => match callee::known(inst, facts.registry) {
            Some(CalleeKind::Masked(access)) => {
                let stored = || inst.operands[usize::from(access.value)];
                let value = inst.result.unwrap_or_else(stored);
                Some((inst.operands[usize::from(access.pointer)], value))
            }
            // Any other: what a callee does is looked at there.
            _ => None,
        },
        // Any other: it accesses no memory, or is refused where it meets active numbers.
        _ => None,
    }
}

/// Whether active numbers may lie where something is stored, or pointers, whose shadows would stay behind.
fn writes_followed(facts: Facts<'_>, id: InstId) -> bool {
    let fields = facts.memory.touched(id, true);
    let is_pointer = |f: FieldId| facts.memory.fields[f.0].scalar == Scalar::Pointer;
    let mut fields = fields.into_iter();
    fields.any(|f| facts.activities.active_field(f) || is_pointer(f))
}

/// Whether a pointer is stored where active numbers may lie: where others access numbers, or in memory that is no array
/// and holds both.
fn is_over_numbers(
    facts: Facts<'_>,
    id: InstId,
    inst: &Inst,
    (pointer, value): (ValueId, ValueId),
) -> bool {
    let fields = facts.memory.touched(id, true);
    let mut active = fields.iter().filter(|f| facts.activities.active_field(**f));
    let place = facts.memory.place(pointer);
    let is_array = place.is_none_or(|place| facts.memory.is_array(place));
    let both = |f: &FieldId| {
        let scalar = facts.memory.fields[f.0].scalar;
        !is_array && matches!(scalar, Scalar::Float(_) | Scalar::Mixed)
    };
    let contested = is_contested(facts, inst, (pointer, value));
    facts.shadowed(pointer) && active.any(|f| contested || both(f))
}

/// Whether others access what is moved as another sort of scalar.
fn is_contested(facts: Facts<'_>, inst: &Inst, (pointer, value): (ValueId, ValueId)) -> bool {
    let named = named_scalar(&inst.tbaa);
    let types = &facts.body.types;
    let leaves = types.leaves(facts.body.values[value].ty, MOST_LEAVES);
    let mut leaves = leaves.into_iter().flatten();
    leaves.any(|leaf| {
        let part = (leaf.offset, types.get(leaf.ty).store_size);
        let stated = match types.shape(leaf.ty) {
            Shape::Float(kind) => named == Scalar::Float(*kind),
            Shape::Pointer => named == Scalar::Pointer,
            // Any other: its type says nothing.
            _ => false,
        };
        let contested = |memory: &Memory| memory.is_contested(pointer, part, stated);
        contested(facts.memory) || contested(facts.closed_world)
    })
}

/// Why the bits of an active number cannot become numbers of another kind.
pub(super) fn of_another_kind(facts: Facts<'_>, id: InstId, value: ValueId) -> Refusal {
    let label = facts.body.in_words(value);
    Refusal::new(
        codes::MIXED_TYPE,
        id,
        format!("the bits of {label} are taken for numbers of another kind"),
    )
    .note("their adjoints cannot be added up: of whichever kind they are taken, some are bits of the other")
    .help("access a number by its own type everywhere, or copy it by memcpy")
}

fn two_sorts(facts: Facts<'_>, id: InstId, (pointer, value): (ValueId, ValueId)) -> Refusal {
    let label = facts.body.in_words(pointer);
    if let Some((call, symbol)) = taking_otherwise(facts, (pointer, value)) {
        return Refusal::new(
            codes::MIXED_TYPE,
            call,
            format!("`{symbol}` takes what {label} points to for numbers of another kind"),
        )
        .note("elsewhere in the function it is accessed by its own type: whose derivative lies there is not known")
        .help("tell the function the type that the numbers have: of MPI's, by the datatype");
    }
    Refusal::new(
        codes::MIXED_TYPE,
        id,
        format!("{label} points to active memory that is accessed as something else, too"),
    )
    .note("as numbers of another kind, or as pointers: whose derivative lies there is not known")
    .help("access a number by its own type everywhere, or copy it by memcpy")
    .help("compile with optimisation and strict aliasing (-O1 or higher), so that types tell members apart")
}

/// A call of a library's function that moves what a pointer leads to as numbers of another kind than the value that is accessed there.
fn taking_otherwise(
    facts: Facts<'_>,
    (pointer, value): (ValueId, ValueId),
) -> Option<(InstId, &str)> {
    let types = &facts.body.types;
    let ty = facts.body.values[value].ty;
    let Shape::Float(own) = *types.shape(ty) else {
        return None;
    };
    let place = (facts.memory.place(pointer)?, types.get(ty).store_size);
    let mut calls = facts.body.insts.iter().filter_map(|(id, inst)| {
        let symbol = callee::symbol(inst)?;
        callee::known(inst, facts.registry).map(|_| (id, symbol))
    });
    let differs = |scalar: Scalar| scalar.differs_by_type(Scalar::Float(own));
    calls.find(|(id, _)| facts.memory.scalars_at(*id, place).any(differs))
}
