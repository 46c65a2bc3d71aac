//! Whether memory that a call reads is still as it was when the call is reversed.
//!
//! Rules of the program's own and steps that are run again read it in the reverse pass, and nothing brings it back for them. The reverse half of a
//! call need not be given what it can read again.
//!
//! Owns: this question. Must not: know what reads it, or why.

use super::facts::Facts;
use crate::analysis::callee;
use crate::analysis::memory::{FieldId, ObjectId};
use crate::analysis::mirrored;
use crate::analysis::overwritten::changes_outside;
use crate::analysis::ownership;
use crate::request::Same;
use crate::view::{Clobber, InstId};
use indexmap::IndexSet;
use std::cell::LazyCell;

/// What may write or free the memory before the reverse pass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Disturbed {
    ByCaller,
    /// By the same call, in a later iteration.
    Again,
    Behind,
}

/// Who may write some of these fields, or free their objects, between a call and its reversal.
pub(super) fn disturbed(
    facts: Facts<'_>,
    id: InstId,
    fields: &IndexSet<FieldId>,
    objects: &IndexSet<ObjectId>,
) -> Option<Disturbed> {
    let memory = facts.memory;
    let outlives = |object: &ObjectId| !memory.is_private_object(*object);
    if facts.request.overwritten && objects.iter().any(outlives) {
        return Some(Disturbed::ByCaller);
    }
    let filled = filled(facts, objects);
    let writes = |writer: InstId| {
        let written = memory.touched(writer, true);
        written.iter().any(|f| fields.contains(f)) || filled(writer)
    };
    found(facts, id, writes).or_else(|| freed(facts, id, objects))
}

/// Operands of a call that lead to memory which nobody writes or frees before the call is reversed.
pub(super) fn operands(facts: Facts<'_>, id: InstId) -> Same {
    let mut same = Same::default();
    if facts.team.is_some() || facts.request.team.is_some() {
        return same;
    }
    for (position, operand) in facts.body.insts[id].operands.iter().enumerate() {
        let Some(place) = facts.memory.place(*operand) else {
            continue;
        };
        let mut all = facts.memory.reachable(place.object).into_iter();
        if !is_left_alone(facts, id, place.object) {
            continue;
        }
        same.memory.push(position as u32);
        if all.all(|object| is_left_alone(facts, id, object)) {
            same.behind.push(position as u32);
        }
    }
    same
}

/// Whether nobody writes or frees an object after a call, but for what is undone before the call is reversed. Memory that this function made is no memory of its parameters', which may
/// overlap each other's.
pub(super) fn is_left_alone(facts: Facts<'_>, id: InstId, object: ObjectId) -> bool {
    let Facts {
        memory, registry, ..
    } = facts;
    let is_private = |object: ObjectId| memory.is_private_object(object);
    let other_memory =
        |written: ObjectId| written != object && (is_private(object) || is_private(written));
    let objects = IndexSet::from([object]);
    let filled = filled(facts, &objects);
    let writes = |writer: InstId| {
        let is_other = || memory.objects_written(writer).into_iter().all(other_memory);
        !facts.restored.contains(writer, object)
            && (callee::is_opaque(&facts.body.insts[writer], registry)
                || filled(writer)
                || !is_other())
    };
    !changes_outside(memory, object, facts.request)
        && found(facts, id, writes).is_none()
        && freed(facts, id, &objects).is_none()
}

/// Whether an instruction may fill some of these objects though it is not given them: a mirrored call, or a function that makes some, completes what
/// others began. Callers may have handed over what they know.
fn filled<'a>(facts: Facts<'a>, objects: &'a IndexSet<ObjectId>) -> impl Fn(InstId) -> bool + 'a {
    let Facts {
        body,
        memory,
        registry,
        ..
    } = facts;
    let fills = move |id: InstId| {
        let inst = &body.insts[id];
        mirrored::fills(inst, registry) || facts.filling.is_call(inst, registry)
    };
    let handed_over = LazyCell::new(move || {
        let calls = body.insts.keys().filter(|id| fills(*id));
        let operands = calls.flat_map(|id| &body.insts[id].operands);
        let places = operands.filter_map(|value| memory.place(*value));
        let all = memory.all_reachable(places.map(|place| place.object));
        let known = |object: &ObjectId| all.contains(object) || !memory.is_private_object(*object);
        objects.iter().any(known)
    });
    move |id| fills(id) && *handed_over
}

/// What may free some of these objects between a call and its reversal.
pub(super) fn freed(
    facts: Facts<'_>,
    id: InstId,
    objects: &IndexSet<ObjectId>,
) -> Option<Disturbed> {
    let Facts {
        body,
        memory,
        registry,
        ..
    } = facts;
    let origins = || objects.iter().map(|o| &memory.object(*o).origins);
    let here = origins().any(|o| o.freed);
    let below = origins().any(|o| o.freed_below);
    let frees = |at: InstId| match ownership::freed_pointer(body, registry, at) {
        Some(pointer) => memory
            .place(pointer)
            .is_some_and(|place| objects.contains(&place.object)),
        None => {
            let inst = &body.insts[at];
            let known = callee::known(inst, registry).is_some();
            at != id && (below || here && known) && callee::may_free(inst, registry)
        }
    };
    found(facts, id, frees)
}

/// The first instruction that does something to what a call reads, after it, and does not wait for the end of the reverse pass.
fn found(facts: Facts<'_>, id: InstId, does: impl Fn(InstId) -> bool) -> Option<Disturbed> {
    let stays = |at: InstId| {
        facts.overwritten.postponed().contains(&at)
            || ownership::is_deferred(facts.body, facts.memory, facts.registry, at)
    };
    let row = facts.clobbers.of(facts.body, id);
    let mut hits = row.candidates().filter(|at| !stays(*at) && does(*at));
    let at = hits.find(|at| row.answer(*at) != Clobber::Apart)?;
    Some(match at == id {
        true => Disturbed::Again,
        false => Disturbed::Behind,
    })
}
