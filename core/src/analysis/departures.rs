//! Where threads of a block may leave the others, which still meet.
//!
//! A thread that returns early meets nobody any more. In the reverse pass it would begin with the barrier that it came to last, while the others begin
//! with one that it never came to: each waits for the other in another place, or is taken for it. So no branch that threads take differently may
//! stand behind one barrier and in front of another that some of its ways come to.
//!
//! A condition differs between threads if it is made of what differs: numbers of threads and lanes, what atomic operations give, what is read at an address that
//! differs or from memory of the thread's own, and what is chosen where threads have parted.
//!
//! Owns: finding such a branch. Must not: know a machine (`GridRule` does), or refuse.

use super::callee;
use super::memory::Memory;
use super::uniform::{joins, node};
use crate::view::{Access, BlockId, Body, Inst, InstId, Op, Reach, ValueId};
use enzyme_rules::GridRule;
use indexmap::IndexSet;
use petgraph::algo::dominators::Dominators;
use petgraph::graph::NodeIndex;

/// The branch at which threads may part for good between two of these barriers.
pub(crate) fn between(
    (body, memory): (&Body, &Memory),
    grid: &GridRule,
    (barriers, reach): (&[InstId], &Reach),
) -> Option<InstId> {
    let of_block = |id: &&InstId| !is_one_of(&body.insts[**id], grid.warp_barriers);
    let barriers: IndexSet<BlockId> = barriers
        .iter()
        .filter(of_block)
        .map(|id| body.insts[*id].block)
        .collect();
    let exit = body.exit.filter(|_| !barriers.is_empty())?;
    let forks = Forks {
        body,
        joins: joins(body, exit),
    };
    let differing = Differing { body, memory, grid }.find(&forks);
    let mut parting = forks
        .all()
        .filter(|(_, condition)| differing.contains(condition));
    let (fork, _) = parting.find(|(fork, _)| {
        let is_behind = |at: &BlockId| at == fork || reach.follows(*at, *fork);
        let parted = forks.parted(*fork);
        barriers.iter().any(is_behind) && !parted.is_disjoint(&barriers)
    })?;
    body.terminator(fork)
}

fn is_one_of(inst: &Inst, names: &[&str]) -> bool {
    let symbol = callee::symbol(inst);
    symbol.is_some_and(|symbol| names.iter().any(|name| symbol.starts_with(name)))
}

/// Branches with several ways, all of which lead to the end.
struct Forks<'a> {
    body: &'a Body,
    joins: Dominators<NodeIndex>,
}

impl Forks<'_> {
    /// Each with its condition.
    fn all(&self) -> impl Iterator<Item = (BlockId, ValueId)> + '_ {
        let ends = self.body.reach_exit();
        let blocks = self.body.blocks.iter();
        let forks = blocks.filter(move |(block, data)| data.succs.len() > 1 && ends[*block]);
        forks.filter_map(|(block, _)| {
            let end = &self.body.insts[self.body.terminator(block)?];
            Some((block, *end.operands.first()?))
        })
    }

    /// The blocks between a fork and where all its ways join.
    fn parted(&self, fork: BlockId) -> IndexSet<BlockId> {
        let join = self.joins.immediate_dominator(node(fork));
        let mut between = IndexSet::new();
        let mut work = vec![fork];
        while let Some(block) = work.pop() {
            let succs = self.body.blocks[block].succs.iter();
            for succ in succs.filter(|succ| Some(node(**succ)) != join) {
                if between.insert(*succ) {
                    work.push(*succ);
                }
            }
        }
        between
    }

    /// Blocks to which threads come that took different ways.
    fn joined(&self, fork: BlockId) -> Vec<BlockId> {
        let join = self.joins.immediate_dominator(node(fork));
        let mut blocks = self.body.blocks.keys();
        let join = join.and_then(|join| blocks.find(|block| node(*block) == join));
        self.parted(fork).into_iter().chain(join).collect()
    }
}

/// Values that differ between the threads of a block.
struct Differing<'a> {
    body: &'a Body,
    memory: &'a Memory,
    grid: &'a GridRule,
}

impl Differing<'_> {
    fn find(&self, forks: &Forks<'_>) -> IndexSet<ValueId> {
        let mut found = IndexSet::new();
        let mut parted: IndexSet<BlockId> = IndexSet::new();
        let mut joined: IndexSet<BlockId> = IndexSet::new();
        loop {
            let before = found.len();
            for inst in self.body.insts.values() {
                let Some(result) = inst.result else {
                    continue;
                };
                let chosen = matches!(inst.op, Op::Phi(_)) && joined.contains(&inst.block);
                if chosen || self.differs(inst, &found) {
                    found.insert(result);
                }
            }
            for (fork, condition) in forks.all() {
                if found.contains(&condition) && parted.insert(fork) {
                    joined.extend(forks.joined(fork));
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    fn differs(&self, inst: &Inst, found: &IndexSet<ValueId>) -> bool {
        let is_own = |pointer: &ValueId| {
            let place = self.memory.place(*pointer);
            place.is_some_and(|place| self.memory.object(place.object).origins.stack)
        };
        let made_of = || inst.operands.iter().any(|of| found.contains(of));
        match inst.op {
            _ if inst.op.access() == Access::Exchange => true,
            _ if is_one_of(inst, self.grid.differing) => true,
            // All threads of a block are given the same.
            _ if is_one_of(inst, self.grid.joining) => false,
            Op::Load { .. } => made_of() || inst.operands.first().is_some_and(is_own),
            // Any other: it computes the same of the same.
            _ => made_of(),
        }
    }
}
