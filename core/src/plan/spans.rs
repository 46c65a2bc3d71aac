//! How a worker remembers what it reads of memory that others may read as well.
//!
//! Where a nest of loops moves an address by steps that are known, all that it reads behind it is remembered before the nest begins. What other loads
//! read is remembered each time that they run.
//!
//! Owns: [`Remembered`]. Must not: choose the loads.

use super::accumulate;
use super::facts::Facts;
use super::item::Snapshot;
use super::window::{self, Window};
use crate::view::InstId;
use indexmap::IndexMap;

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
