//! Heap memory that each iteration of a loop obtains anew.
//!
//! What the next iteration writes through its own pointer is another piece of memory, although it is
//! the same instruction that writes. Alias analysis does not say so: across iterations a value has no
//! identity. Whoever comes from a read to a write by way of the allocation has left the piece that
//! was read, for nothing leads to that piece but the pointer that was followed.
//!
//! Owns: [`Renewed`]. Must not: decide how long the memory is held.

use super::memory::Memory;
use super::ownership;
use crate::view::entity::Map;
use crate::view::{BlockId, Body, InstId, ValueId};
use enzyme_rules::Registry;
use indexmap::IndexMap;

/// Answers whether a write reaches the piece of memory that a load read; remembers what it found.
pub(super) struct Renewed<'a> {
    body: &'a Body,
    memory: &'a Memory,
    registry: &'a Registry,
    /// Whether a value is an allocation that is followed to its end.
    followed: IndexMap<ValueId, bool>,
    /// Blocks that can run after one block without another being run in between.
    avoiding: IndexMap<(BlockId, BlockId), Map<BlockId, bool>>,
}

impl<'a> Renewed<'a> {
    pub(super) fn new(body: &'a Body, memory: &'a Memory, registry: &'a Registry) -> Self {
        Self {
            body,
            memory,
            registry,
            followed: IndexMap::new(),
            avoiding: IndexMap::new(),
        }
    }

    /// Whether a write that runs after a read of `pointer` writes another piece of memory.
    pub(super) fn apart(&mut self, read: InstId, pointer: ValueId, write: InstId) -> bool {
        let body = self.body;
        let Some(made) = body.def(body.start_of(pointer)) else {
            return false;
        };
        let [home, from, to] = [made, read, write].map(|id| body.insts[id].block);
        let again = body.nest(home).any(|l| body.holds(l, to));
        let after = from == to && write > read;
        again && !after && self.is_followed(made) && !self.reaches(from, to, home)
    }

    fn is_followed(&mut self, made: InstId) -> bool {
        let (body, memory, registry) = (self.body, self.memory, self.registry);
        let Some(result) = body.insts[made].result else {
            return false;
        };
        *self.followed.entry(result).or_insert_with(|| {
            ownership::is_allocation(body, registry, result)
                && ownership::owned(body, memory, registry, result).is_some()
        })
    }

    fn reaches(&mut self, from: BlockId, to: BlockId, around: BlockId) -> bool {
        let body = self.body;
        let seen = self.avoiding.entry((from, around)).or_insert_with(|| {
            let mut seen = Map::filled(body.blocks.len(), false);
            let mut work = body.blocks[from].succs.clone();
            while let Some(block) = work.pop() {
                if block != around && !std::mem::replace(&mut seen[block], true) {
                    work.extend(body.blocks[block].succs.iter().copied());
                }
            }
            seen
        });
        seen[to]
    }
}
