//! Loads of numbers that other workers may read as well, by the pointer that they lead from.
//!
//! What a worker reads behind such a pointer often lies in one part of the memory, whatever the indices are: the rows of a matrix, the nodes around a
//! chunk of elements. Workers remember these parts, from the first address to the last, and the reverse pass knows which numbers are one worker's.
//!
//! That says something if all that workers read and have not proven to be their own is remembered. So nothing may read numbers unseen, anywhere in
//! what the workers run.
//!
//! Owns: which loads are remembered together, and what is known of all of a part. Must not: know how.

use super::reasons::Check;
use super::slices::Readers;
use crate::view::{InstId, ValueId};
use indexmap::{IndexMap, IndexSet};

/// More pointers than these are hardly worth their comparisons.
const MOST: usize = 16;

/// The number of its part for each load; nothing if additions are plain anyway, or not all readers are known.
pub(super) fn of(
    readers: &Readers<'_>,
    written: &IndexSet<InstId>,
    own: &IndexMap<InstId, Vec<Check>>,
) -> IndexMap<InstId, usize> {
    let body = &readers.imported.body;
    let is_proven = |load: &InstId| own.get(load).is_some_and(Vec::is_empty);
    let open: Vec<InstId> = readers.loads(written).filter(|id| !is_proven(id)).collect();
    let mut starts: IndexSet<ValueId> = IndexSet::new();
    let mut all = IndexMap::new();
    for load in &open {
        let start = body.start_of(body.insts[*load].operands[0]);
        all.insert(*load, starts.insert_full(start).0);
    }
    let gains = open.iter().any(|load| !own.contains_key(load));
    let known = readers.uniform.is_some() && readers.wild().next().is_none();
    match gains && known && starts.len() <= MOST {
        true => all,
        false => IndexMap::new(),
    }
}

/// The parts all of whose loads are among some.
pub(super) fn all_in(spans: &IndexMap<InstId, usize>, some: &IndexSet<InstId>) -> IndexSet<usize> {
    let mut parts: IndexSet<usize> = spans.values().copied().collect();
    for (_, part) in spans.iter().filter(|(load, _)| !some.contains(*load)) {
        parts.swap_remove(part);
    }
    parts
}
