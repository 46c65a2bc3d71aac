//! Which writes may change what a load read, as LLVM's alias analyses see it.
//!
//! Owns: the matrix of loads against writing instructions. Must not: decide what to keep.

use super::entity::InstId;
use indexmap::IndexMap;

/// For each load (or memory transfer's source): writes that may overwrite it later.
#[derive(Clone, Debug, Default)]
pub(crate) struct Clobbers {
    pub(crate) writers: IndexMap<InstId, Vec<InstId>>,
    /// Writes that do not, as long as memory keeps its type.
    pub(crate) retyping: IndexMap<InstId, Vec<InstId>>,
}

impl Clobbers {
    /// Instructions that may change what `load` read, if executed after it.
    pub(crate) fn of(&self, load: InstId) -> &[InstId] {
        self.writers.get(&load).map_or(&[], Vec::as_slice)
    }

    /// Instructions that may change what `load` read if the memory is used for something of another type
    /// then, as heap memory may be.
    pub(crate) fn retyping(&self, load: InstId) -> &[InstId] {
        self.retyping.get(&load).map_or(&[], Vec::as_slice)
    }
}
