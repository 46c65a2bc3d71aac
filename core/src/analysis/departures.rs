//! Where threads of a block may leave the others, which still meet.
//!
//! A thread that returns early meets nobody any more. In the reverse pass it would begin with the barrier that it came to last, while the others begin
//! with one that it never came to: each waits for the other in another place, or is taken for it. So no branch that threads take differently may
//! stand behind one barrier and in front of another that some of its ways come to.
//!
//! A condition differs between threads if it is made of what differs: numbers of threads and lanes, what atomic operations give, what is read at an address that
//! differs or from memory of the thread's own, and what is chosen where threads have parted. What a thread has copied from where all have the same is the same: so it has
//! the arguments that a kernel is given by value.
//!
//! Owns: finding such a branch. Must not: know a machine (`GridRule` does), or refuse.

use super::callee::is_one_of;
use super::memory::Memory;
use super::uniform::{joins, node};
use crate::view::{Access, BlockId, Body, Inst, InstId, Op, Reach, ValueId};
use enzyme_rules::GridRule;
use indexmap::{IndexMap, IndexSet};
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
        memory,
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

/// Branches with several ways, all of which lead to the end.
struct Forks<'a> {
    body: &'a Body,
    memory: &'a Memory,
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

    /// Values that are chosen by the way that a thread took: several that come from these ways, or what a loop leaves behind that threads leave one by one.
    fn chosen(&self, fork: BlockId) -> Vec<ValueId> {
        let join = self.joins.immediate_dominator(node(fork));
        let mut ways = self.parted(fork);
        let goes_round = !ways.insert(fork);
        let mut blocks = self.body.blocks.keys();
        let join = join.and_then(|join| blocks.find(|block| node(*block) == join));
        let joined: IndexSet<BlockId> = ways.iter().copied().chain(join).collect();
        let is_chosen = |inst: &&Inst| {
            let Op::Phi(from) = &inst.op else {
                return false;
            };
            let come = inst.operands.iter().zip(from);
            let come = come.filter(|(_, block)| ways.contains(*block));
            let mut come = come.map(|(value, _)| *value);
            let Some(first) = come.next() else {
                return false;
            };
            let is_one = come.all(|value| self.alike(first, value, 0));
            joined.contains(&inst.block) && (goes_round || !is_one)
        };
        let chosen = self.body.insts.values().filter(is_chosen);
        chosen.filter_map(|inst| inst.result).collect()
    }

    /// Whether two values are made alike: where the machine is asked for the size of a block twice, the answers are two values and the same. So is what is chosen
    /// between such answers.
    fn alike(&self, one: ValueId, other: ValueId, depth: u32) -> bool {
        /// Sizes are asked for by few instructions.
        const DEEPEST: u32 = 8;
        let made = |value| self.body.def(value);
        if one == other || depth > DEEPEST {
            return one == other;
        }
        let choice = |value| {
            let inst = &self.body.insts[made(value)?];
            matches!(inst.op, Op::Phi(_)).then_some(&inst.operands)
        };
        let all = |ways: &[ValueId], value| {
            let mut ways = ways.iter();
            ways.all(|way| self.alike(*way, value, depth + 1))
        };
        if let Some(ways) = choice(one) {
            return all(ways, other);
        }
        if let Some(ways) = choice(other) {
            return all(ways, one);
        }
        let (Some(first), Some(second)) = (made(one), made(other)) else {
            return false;
        };
        let (a, b) = (&self.body.insts[first], &self.body.insts[second]);
        // What is written in between may be read by one of them only.
        let stays = |load: InstId| {
            let mut insts = self.body.insts.iter();
            !insts.any(|(id, inst)| inst.effects.writes && self.memory.meet(load, id))
        };
        let is_plain = match a.op {
            Op::Call(_) => !a.effects.reads && !a.effects.writes,
            Op::Load { ordered } => !ordered && stays(first) && stays(second),
            Op::Gep { .. } | Op::Cast(_) | Op::Int(_) => true,
            // Any other: it is taken for one of its own.
            _ => false,
        };
        let same = || {
            let mut pairs = a.operands.iter().zip(&b.operands);
            a.operands.len() == b.operands.len()
                && pairs.all(|(a, b)| self.alike(*a, *b, depth + 1))
        };
        is_plain && a.op == b.op && same()
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
        let own = self.loads_of_own();
        let mut parted: IndexSet<BlockId> = IndexSet::new();
        loop {
            let before = found.len();
            for (id, inst) in self.body.insts.iter() {
                let Some(result) = inst.result else {
                    continue;
                };
                if self.differs(inst, own.get(&id), &found) {
                    found.insert(result);
                }
            }
            for (fork, condition) in forks.all() {
                if found.contains(&condition) && parted.insert(fork) {
                    found.extend(forks.chosen(fork));
                }
            }
            if found.len() == before {
                return found;
            }
        }
    }

    /// Loads of memory of the thread's own, with what is copied there if that is all.
    fn loads_of_own(&self) -> IndexMap<InstId, Option<Vec<InstId>>> {
        let insts = self.body.insts.iter();
        let loads = insts.filter(|(_, inst)| matches!(inst.op, Op::Load { .. }));
        let is_of_own = |inst: &Inst| inst.operands.first().is_some_and(|at| self.is_own(*at));
        let own = loads.filter(|(_, inst)| is_of_own(inst));
        own.map(|(id, _)| (id, self.copies(id))).collect()
    }

    /// `own` is what is known of a load of the thread's own memory.
    fn differs(
        &self,
        inst: &Inst,
        own: Option<&Option<Vec<InstId>>>,
        found: &IndexSet<ValueId>,
    ) -> bool {
        let made_of = || inst.operands.iter().any(|of| found.contains(of));
        let is_each_ones =
            inst.op.access() == Access::Exchange || is_one_of(inst, self.grid.differing);
        // What is given to all threads of a block is the same for them.
        let is_given_to_all = || is_one_of(inst, self.grid.joining);
        let is_same = |copy: &InstId| {
            let operands = &self.body.insts[*copy].operands;
            !operands.iter().any(|of| found.contains(of))
        };
        let reads_own = || match own {
            Some(Some(copies)) => !copies.iter().all(is_same),
            Some(None) => true,
            None => false,
        };
        is_each_ones || !is_given_to_all() && (made_of() || reads_own())
    }

    fn is_own(&self, pointer: ValueId) -> bool {
        let place = self.memory.place(pointer);
        place.is_some_and(|place| self.memory.object(place.object).origins.stack)
    }

    /// What is copied to where a load of the thread's own memory reads, if nothing else is written there and what is copied is memory that all threads have. Copies behind
    /// a branch may be those of some threads.
    fn copies(&self, load: InstId) -> Option<Vec<InstId>> {
        let insts = self.body.insts.iter();
        let writers = insts.filter(|(id, inst)| inst.effects.writes && self.memory.meet(load, *id));
        let entry = self.body.entry();
        let copy = |(id, inst): (InstId, &Inst)| {
            let source = inst.operands.get(1).filter(|_| is_one_of(inst, COPIES))?;
            (inst.block == entry && !self.is_own(*source)).then_some(id)
        };
        writers.map(copy).collect()
    }
}

/// How the names of copies begin: to where, from where, how many bytes.
const COPIES: &[&str] = &["llvm.memcpy.", "llvm.memmove."];
