//! Whether memory that a call reads is still as it was when the call is reversed.
//!
//! Rules of the program's own and steps that are run again read it in the reverse pass, and nothing brings it back for them.
//!
//! Owns: this question. Must not: know what reads it, or why.

use super::facts::Facts;
use crate::analysis::callee;
use crate::analysis::memory::{FieldId, ObjectId};
use crate::analysis::ownership;
use crate::view::{Clobber, InstId};
use indexmap::IndexSet;

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
    let writes = |writer: InstId| {
        let written = memory.touched(writer, true);
        written.iter().any(|f| fields.contains(f))
    };
    found(facts, id, writes).or_else(|| freed(facts, id, objects))
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
