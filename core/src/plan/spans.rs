//! How a worker remembers what it reads of memory that others may read as well.
//!
//! Where a nest of loops moves an address by steps that are known, all that it reads behind it is remembered before the nest begins. What other loads
//! read is remembered each time that they run.
//!
//! Where a region only reads, nobody asks for the adjoints of what it reads before it is reversed. So a worker may add to numbers of its own, if the
//! library finds that better than atomic additions (`enzyme_rules::SpanRule`).
//!
//! Owns: [`Remembered`]. Must not: choose the loads.

use super::accumulate;
use super::facts::Facts;
use super::item::Snapshot;
use super::window::{self, Window};
use crate::analysis::memory::ObjectId;
use crate::request::Team;
use crate::view::InstId;
use enzyme_rules::FloatKind;
use indexmap::{IndexMap, IndexSet};

/// The loads whose memory a worker remembers, by how it does.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remembered {
    /// Each time that it runs, and the number of its part of the memory.
    pub(crate) each: Vec<(InstId, usize)>,
    /// What nests read, by the part, the address behind which it lies, and the loop before which that is known.
    pub(crate) nests: IndexMap<(usize, Snapshot), Window>,
}

/// Decides it for all loads of a team's function.
pub(super) fn choose(facts: Facts<'_>) -> Remembered {
    let mut all = Remembered::default();
    let complete = window::complete(facts);
    for (load, part) in accumulate::spans(facts).into_iter().flatten() {
        match window::of(facts, &complete, *load, |_| true) {
            Some((nest, window)) => all.nests.entry((*part, nest)).or_default().join(window),
            None => all.each.push((*load, *part)),
        }
    }
    all
}

/// The parts of which a worker may have numbers of its own: of 64 bits each, to which nothing in the region writes.
pub(crate) fn only_read(facts: Facts<'_>) -> IndexSet<usize> {
    // Shadows may be the memory itself; and workers of several teams do not wait for each other.
    if facts.request.team != Team::One || facts.request.runtime_activity {
        return IndexSet::new();
    }
    let spans = accumulate::spans(facts);
    let spans = || spans.into_iter().flatten();
    let other = spans().filter(|(load, _)| !is_wide(facts, **load) || is_written(facts, **load));
    let other: IndexSet<usize> = other.map(|(_, part)| *part).collect();
    let parts = spans().map(|(_, part)| *part);
    parts.filter(|part| !other.contains(part)).collect()
}

/// Whether a load reads aligned numbers of 64 bits.
fn is_wide(facts: Facts<'_>, load: InstId) -> bool {
    let body = facts.body;
    let inst = &body.insts[load];
    let ty = inst.result.map(|result| body.values[result].ty);
    let kind = ty.and_then(|ty| body.types.float_lanes(ty));
    let place = facts.memory.place(inst.operands[0]);
    let is_packed = |object| facts.memory.object(object).origins.packed;
    kind == Some(FloatKind::Double) && place.is_some_and(|place| !is_packed(place.object))
}

/// Whether some worker may write what a load reads, at any time. What parameters lead to may overlap; in one object, fields are told apart.
fn is_written(facts: Facts<'_>, load: InstId) -> bool {
    let memory = facts.memory;
    let Some(place) = memory.place(facts.body.insts[load].operands[0]) else {
        return true;
    };
    let is_private = |object: ObjectId| memory.is_private_object(object);
    let meets = |write: InstId| {
        let mut written = memory.objects_written(write).into_iter();
        let other = |other: ObjectId| other == place.object || is_private(other);
        match is_private(place.object) || written.all(other) {
            true => memory.meet(load, write),
            false => true,
        }
    };
    let fields = memory.touched(load, false);
    let mut insts = facts.body.insts.keys();
    let row = facts.clobbers.of(facts.body, load);
    row.all_writes().any(meets)
        || insts.any(|id| memory.touched(id, true).iter().any(|f| fields.contains(f)))
}
