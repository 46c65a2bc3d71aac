//! Values and branches that are the same for all workers of a team.
//!
//! A value is *uniform* if all workers compute the same, whenever they do. A branch is uniform if its condition is, or if it alone ends a loop
//! whose number of iterations is. Workers that were together stay so at a uniform branch; at any other they part, and are together again where all
//! its ways join, behind its nearest postdominator.
//!
//! Owns: [`Uniform`]. Must not: know what a barrier is.

use super::callee;
use super::memory::Memory;
use crate::view::body::Loop;
use crate::view::entity::Entity;
use crate::view::{BlockId, Body, InstId, LoopId, Op, ValueId, ValueKind};
use enzyme_rules::Registry;
use indexmap::{IndexMap, IndexSet};
use petgraph::algo::dominators::{Dominators, simple_fast};
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Reversed;
use std::cell::RefCell;

/// What is uniform in a function that all workers of a team run with the same arguments.
pub(crate) struct Uniform<'a> {
    body: &'a Body,
    memory: &'a Memory,
    registry: &'a Registry,
    known: RefCell<IndexMap<ValueId, bool>>,
}

impl<'a> Uniform<'a> {
    pub(crate) fn new(body: &'a Body, memory: &'a Memory, registry: &'a Registry) -> Self {
        Self {
            body,
            memory,
            registry,
            known: RefCell::default(),
        }
    }

    /// Whether a value is the same for all workers, whenever they compute it.
    pub(crate) fn holds(&self, value: ValueId) -> bool {
        let known = self.known.borrow().get(&value).copied();
        known.unwrap_or_else(|| {
            // What is made of itself differs from iteration to iteration.
            self.known.borrow_mut().insert(value, false);
            let uniform = self.is_made_alike(value);
            self.known.borrow_mut().insert(value, uniform);
            uniform
        })
    }

    /// Whether all workers come to these instructions in the same order, and equally often.
    pub(crate) fn leads_alike(&self, to: &[InstId]) -> bool {
        let blocks: IndexSet<BlockId> = to.iter().map(|id| self.body.insts[*id].block).collect();
        let Some(exit) = self.body.exit.filter(|_| !blocks.is_empty()) else {
            return blocks.is_empty();
        };
        let joins = joins(self.body, exit);
        let ends = self.body.reach_exit();
        let parts = |block: &BlockId| {
            let forks = self.body.blocks[*block].succs.len() > 1;
            forks && ends[*block] && !self.is_branch(*block)
        };
        let mut forks = self.body.blocks.keys().filter(parts);
        forks.all(|fork| {
            let parted = self.parted(fork, &joins);
            parted.is_some_and(|parted| parted.is_disjoint(&blocks))
        })
    }

    fn is_made_alike(&self, value: ValueId) -> bool {
        match &self.body.values[value].kind {
            ValueKind::Param(_)
            | ValueKind::ConstInt(_)
            | ValueKind::ConstFloat(_)
            | ValueKind::Splat(_)
            | ValueKind::Zeroish
            | ValueKind::Function(_) => true,
            ValueKind::Global { thread_local, .. } => !thread_local,
            ValueKind::Constant | ValueKind::Other => false,
            ValueKind::Inst(id) => {
                let inst = &self.body.insts[*id];
                let computed = match inst.op {
                    Op::Gep { .. } | Op::Cast(_) | Op::Int(_) | Op::ICmp | Op::Select => true,
                    Op::Load { ordered: false } => self.stays(*id),
                    // Any other: nothing is known of it.
                    _ => false,
                };
                computed && inst.operands.iter().all(|of| self.holds(*of))
            }
        }
    }

    /// Whether nothing in the function writes what a load reads.
    fn stays(&self, load: InstId) -> bool {
        let mut insts = self.body.insts.iter();
        !insts.any(|(id, inst)| {
            let opaque = || callee::is_opaque(inst, self.registry);
            inst.effects.writes && (opaque() || self.memory.meet(load, id))
        })
    }

    /// Whether all workers that come to the end of a block together go on together.
    fn is_branch(&self, block: BlockId) -> bool {
        let ends = |l: LoopId| {
            let Loop { exits, last, .. } = &self.body.loops[l];
            let counted = || last.is_some_and(|last| self.holds(last));
            matches!(**exits, [(inside, _)] if inside == block) && counted()
        };
        let condition = || {
            let inst = &self.body.insts[self.body.terminator(block)?];
            inst.operands.first().copied()
        };
        let inner = self.body.blocks[block].inner;
        inner.is_some_and(ends) || condition().is_some_and(|of| self.holds(of))
    }

    /// The blocks between a branch and where its ways join; nothing if they do not.
    fn parted(&self, branch: BlockId, joins: &Dominators<NodeIndex>) -> Option<IndexSet<BlockId>> {
        let join = joins.immediate_dominator(node(branch))?;
        let mut between = IndexSet::new();
        let mut work = vec![branch];
        while let Some(block) = work.pop() {
            let succs = self.body.blocks[block].succs.iter();
            for succ in succs.filter(|succ| node(**succ) != join) {
                if between.insert(*succ) {
                    work.push(*succ);
                }
            }
        }
        Some(between)
    }
}

/// For each block that leads to the exit its postdominators.
pub(super) fn joins(body: &Body, exit: BlockId) -> Dominators<NodeIndex> {
    let mut graph = DiGraph::<(), ()>::new();
    for _ in body.blocks.keys() {
        graph.add_node(());
    }
    graph.extend_with_edges(body.blocks.iter().flat_map(|(block, data)| {
        let succs = data.succs.iter();
        succs.map(move |succ| (node(block), node(*succ)))
    }));
    simple_fast(Reversed(&graph), node(exit))
}

pub(super) fn node(block: BlockId) -> NodeIndex {
    NodeIndex::new(block.index())
}
