//! Routines over arrays whose derivative a run-time library computes.
//!
//! Which memory a routine's adjoint reads is the library's affair; whether it is still there is decided here: for each operand, whether something
//! that runs behind the call, its next iteration or a caller of the two halves included, may write where the operand points. Only what may
//! change is copied, and by the library, which knows how much of it there is.
//!
//! Owns: which of their operands take part, which memory has to be copied since it may hold something else in the reverse
//! pass, and why such a call is refused. Must not: know any routine.

use super::accumulate;
use super::adjoints::{Adjoint, ArrayPlan, Classified};
use super::facts::Facts;
use super::refusal::Refusal;
use crate::analysis::callee;
use crate::analysis::memory::Place;
use crate::analysis::overwritten::changes_outside;
use crate::analysis::ownership;
use crate::diag::codes;
use crate::request::Mode;
use crate::view::{Access, Inst, InstId, Shape, TyId, ValueId};
use enzyme_rules::{ArgMask, ArrayRole, ArrayRule, CalleeKind, FloatKind};
use std::sync::Arc;

/// What a call of a routine contributes: nothing, where nothing active comes out of it.
pub(super) fn array_call(
    facts: Facts<'_>,
    id: InstId,
    inst: &Inst,
    rule: &Arc<ArrayRule>,
) -> Classified {
    let shadowed = |position: &u8| facts.shadowed(inst.operands[usize::from(*position)]);
    let returns = inst.result.is_some_and(|r| facts.activities.active(r));
    let written = rule
        .written()
        .filter(|p| usize::from(*p) < inst.operands.len());
    if !returns && !written.into_iter().any(|p| shadowed(&p)) {
        return Ok(Adjoint::None);
    }
    let types = Types { facts, inst, rule };
    if !types.fit() {
        return Err(another_function(id, inst, rule));
    }
    if accumulate::is_atomic(facts) {
        let symbol = callee::symbol(inst).unwrap_or(rule.routine);
        return Err(accumulate::unshared_call(facts, id, symbol));
    }
    let memory = |(position, role)| {
        let numbers = matches!(role, ArrayRole::Numbers { .. });
        (numbers && !is_null(facts, inst, position)).then_some(position)
    };
    let memory: Vec<u8> = rule.roles().filter_map(memory).collect();
    let active = |p: &u8| facts.activities.active(inst.operands[usize::from(*p)]);
    let reverse = facts.request.mode != Mode::Forward;
    let changed = |p: &u8| reverse && is_changed(facts, id, *p);
    Ok(Adjoint::Array(ArrayPlan {
        rule: rule.clone(),
        shadowed: memory.iter().copied().filter(shadowed).collect(),
        numbers: rule.numbers().filter(active).collect(),
        changed: memory.iter().copied().filter(changed).collect(),
        returns,
        wide: types.wide(),
    }))
}

fn is_null(facts: Facts<'_>, inst: &Inst, position: u8) -> bool {
    let value = inst.operands[usize::from(position)];
    facts.body.values[value].kind == crate::view::ValueKind::Zeroish
}

fn another_function(id: InstId, inst: &Inst, rule: &ArrayRule) -> Refusal {
    let symbol = callee::symbol(inst).unwrap_or(rule.routine);
    let message = format!("`{symbol}` is not called as the library function of that name is");
    Refusal::new(codes::UNKNOWN_FUNCTION, id, message)
        .note(format!(
            "it takes {} arguments, and these or what it returns are of other types",
            rule.params.len()
        ))
        .help("include the library's header, or declare the function as the library does")
        .help("give your own function another name")
}

/// The types of a call's operands.
#[derive(Clone, Copy)]
struct Types<'a> {
    facts: Facts<'a>,
    inst: &'a Inst,
    rule: &'a ArrayRule,
}

impl Types<'_> {
    fn of(&self, value: ValueId) -> TyId {
        self.facts.body.values[value].ty
    }

    /// Whether they are those that the library expects.
    fn fit(&self) -> bool {
        let given = &self.inst.operands;
        let least = self.rule.params.len();
        let number = (least..=least + self.rule.texts).contains(&given.len());
        let types = &self.facts.body.types;
        number
            && self.rule.roles().all(|role| self.fits(role))
            && given[least..].iter().all(|v| types.is_integer(self.of(*v)))
            && self.returns()
    }

    fn fits(&self, (position, role): (u8, ArrayRole)) -> bool {
        let types = &self.facts.body.types;
        let ty = self.of(self.inst.operands[usize::from(position)]);
        match (role, self.rule.is_pointer(position)) {
            (_, true) => types.is_pointer(ty),
            (ArrayRole::Number(kind), false) => *types.shape(ty) == Shape::Float(kind),
            (ArrayRole::Integer, false) => matches!(types.shape(ty), Shape::Int(32 | 64)),
            (_, false) => types.is_integer(ty),
        }
    }

    /// What is returned: the numbers of the rule; without any, at most a status that the library does not return.
    fn returns(&self) -> bool {
        let types = &self.facts.body.types;
        match (self.rule.result, self.inst.result) {
            (None, None) => true,
            (None, Some(result)) => types.is_integer(self.of(result)),
            (Some((kind, count)), Some(result)) => {
                self.numbers(self.of(result), kind) == Some(count)
            }
            (Some(_), None) => false,
        }
    }

    /// How many numbers of a kind a type is made of, if of nothing else.
    fn numbers(&self, ty: TyId, kind: FloatKind) -> Option<u32> {
        let types = &self.facts.body.types;
        match types.shape(ty) {
            Shape::Float(own) => (*own == kind).then_some(1),
            Shape::Vector(element, count) => Some(self.numbers(*element, kind)? * *count as u32),
            Shape::Array(element, count) => Some(self.numbers(*element, kind)? * *count as u32),
            Shape::Struct(fields) => {
                let counts = fields.iter().map(|(field, _)| self.numbers(*field, kind));
                counts.sum()
            }
            Shape::Void | Shape::Int(_) | Shape::Pointer | Shape::UnusualFloat | Shape::Other => {
                None
            }
        }
    }

    /// Whether sizes that are passed by value have 64 bits.
    fn wide(&self) -> bool {
        let types = &self.facts.body.types;
        let is_wide = |(position, role): (u8, ArrayRole)| {
            let ty = self.of(self.inst.operands[usize::from(position)]);
            role == ArrayRole::Integer && *types.shape(ty) == Shape::Int(64)
        };
        self.rule.roles().any(is_wide)
    }
}

/// Whether memory behind an operand may be overwritten after the call, before that is reversed.
fn is_changed(facts: Facts<'_>, id: InstId, position: u8) -> bool {
    let value = facts.body.insts[id].operands[usize::from(position)];
    let Some(place) = facts.memory.place(value) else {
        return true;
    };
    let row = facts.clobbers.of(facts.body, id);
    let mut writes = row.candidates();
    changes_outside(facts.memory, place.object, facts.request)
        || writes.any(|write| overwrites(facts, (id, position, place), write))
}

fn overwrites(facts: Facts<'_>, (id, position, place): (InstId, u8, Place), write: InstId) -> bool {
    let inst = &facts.body.insts[write];
    let waits = facts.overwritten.postponed().contains(&write)
        || facts.effect_free.is_call(inst, facts.registry)
        || ownership::is_deferred(facts.body, facts.memory, facts.registry, write);
    if waits || !facts.clobbers.overwrites((id, position), write) {
        return false;
    }
    let known = callee::known(inst, facts.registry);
    if known.is_some_and(|kind| !kind.effects().state && kind.effects().writes == ArgMask::NONE) {
        return false;
    }
    let pointers: Vec<ValueId> = match (inst.op.access(), known) {
        (Access::Write, _) => vec![inst.operands[1]],
        (_, Some(CalleeKind::Array(rule))) => {
            let apart = |p: &u8| facts.clobbers.operands_apart((id, position), (write, *p));
            let met = rule.written().filter(|p| !apart(p));
            met.map(|p| inst.operands[usize::from(p)]).collect()
        }
        // Any other: it may write all that LLVM does not know it to leave alone.
        _ => return true,
    };
    pointers.into_iter().any(|p| meets(facts, place, p))
}

/// Whether a pointer may lead to a place, as far as the memory graph knows.
fn meets(facts: Facts<'_>, place: Place, pointer: ValueId) -> bool {
    let Some(written) = facts.memory.place(pointer) else {
        return true;
    };
    let origins = &facts.memory.object(written.object).origins;
    let known = !origins.unknown && !origins.computed && !origins.unmade();
    !(known && facts.memory.is_private(place) && written.object != place.object)
}
