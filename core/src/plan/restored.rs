//! Which memory reverse halves of calls give back as it was before the call (`restoring` says why).
//!
//! Owns: [`Restored`]. Must not: choose it.

use crate::analysis::memory::ObjectId;
use crate::view::InstId;
use indexmap::IndexMap;

/// By call, which memory its reverse half gives back, and the operand that leads to it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Restored(IndexMap<InstId, IndexMap<ObjectId, u32>>);

impl Restored {
    /// Whether the reverse half of a call gives an object back.
    pub(super) fn contains(&self, call: InstId, object: ObjectId) -> bool {
        self.0
            .get(&call)
            .is_some_and(|all| all.contains_key(&object))
    }

    /// The operands of a call behind which it does.
    pub(super) fn operands(&self, call: InstId) -> Vec<u32> {
        let all = self.0.get(&call).into_iter().flat_map(IndexMap::values);
        all.copied().collect()
    }

    /// The calls.
    pub(super) fn calls(&self) -> impl Iterator<Item = InstId> + '_ {
        self.0.keys().copied()
    }

    /// Adds an object that the reverse half of a call gives back, and the operand that leads to it.
    pub(super) fn add(&mut self, call: InstId, object: ObjectId, operand: u32) {
        self.0.entry(call).or_default().insert(object, operand);
    }
}
