//! Which instructions two workers may run at the same time, as far as barriers tell.
//!
//! Where barriers are aligned, all workers come to the same ones in the same order. So two of them are at the same time only in code that both reach without a barrier from
//! one and the same: the last barrier that they came by, or the function's beginning. Where they are not, nothing is known. What is called may hold workers apart, or not:
//! it ends no phase.
//!
//! Owns: [`Phases`]. Must not: know locks, which order nothing between reads.

use crate::analysis::workers::Workers;
use crate::view::entity::Map;
use crate::view::{BlockId, Body, InstId};
use indexmap::{IndexMap, IndexSet};

/// For each barrier, and the beginning, what can follow it before the next one.
pub(super) struct Phases<'a> {
    body: &'a Body,
    aligned: bool,
    all: Vec<Phase>,
    /// Of each instruction in its block.
    positions: Map<InstId, usize>,
}

/// What can follow a barrier, or the beginning, before the next one.
struct Phase {
    /// Blocks, and how many of their first instructions.
    blocks: IndexMap<BlockId, usize>,
    /// The barrier, and where what follows it in its own block ends.
    behind: Option<(InstId, usize)>,
}

impl<'a> Phases<'a> {
    /// A barrier belongs to the phases before and behind it: what is called there may do more than wait.
    pub(super) fn of(body: &'a Body, workers: &Workers<'_>) -> Self {
        let barriers: IndexSet<InstId> = workers.sure_barriers().iter().copied().collect();
        let mut phases = Self {
            body,
            aligned: workers.are_aligned(),
            all: Vec::new(),
            positions: positions(body),
        };
        let first = |block: BlockId, from: usize| {
            let insts = body.blocks[block].insts[from..].iter();
            let mut insts = insts.enumerate();
            insts.find_map(|(at, id)| barriers.contains(id).then_some(from + at))
        };
        let begins = barriers.iter().map(|id| Some(*id));
        for begin in std::iter::once(None).chain(begins) {
            let mut reached = IndexMap::new();
            let mut work = Vec::new();
            let behind = begin.map(|id| {
                let block = body.insts[id].block;
                let insts = &body.blocks[block].insts;
                let end = first(block, phases.positions[id] + 1);
                if end.is_none() {
                    work.extend(&body.blocks[block].succs);
                }
                (id, end.map_or(insts.len(), |end| end + 1))
            });
            if begin.is_none() {
                work.push(body.entry());
            }
            while let Some(block) = work.pop() {
                if reached.contains_key(&block) {
                    continue;
                }
                let end = first(block, 0);
                if end.is_none() {
                    work.extend(&body.blocks[block].succs);
                }
                reached.insert(block, end.map_or(usize::MAX, |end| end + 1));
            }
            phases.all.push(Phase {
                blocks: reached,
                behind,
            });
        }
        phases
    }

    /// Whether two workers may run these at the same time.
    pub(super) fn overlap(&self, one: InstId, other: InstId) -> bool {
        let mut all = 0..self.all.len();
        !self.aligned || all.any(|phase| self.holds(phase, one) && self.holds(phase, other))
    }

    fn holds(&self, phase: usize, id: InstId) -> bool {
        let Phase { blocks, behind } = &self.all[phase];
        let block = self.body.insts[id].block;
        let position = self.positions[id];
        let in_front = blocks.get(&block).is_some_and(|end| position < *end);
        let after = behind.is_some_and(|(begin, end)| {
            self.body.insts[begin].block == block && id >= begin && position < end
        });
        in_front || after
    }
}

fn positions(body: &Body) -> Map<InstId, usize> {
    let mut positions = Map::filled(body.insts.len(), 0);
    for block in body.blocks.values() {
        for (at, id) in block.insts.iter().enumerate() {
            positions[*id] = at;
        }
    }
    positions
}
