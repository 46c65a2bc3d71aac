//! How the reverse pass leaves each block: the mirrored control flow.
//!
//! Branches are reversed by the recorded predecessor (a phi that `prepare` made), loops by their
//! counter. Stretches without any adjoint are skipped: the reverse goes straight to the block that
//! dominates them.
//!
//! Blocks from which the function never returns have no reverse.
//!
//! Owns: [`Back`]. Must not: know how values are had again.

use super::adjoints::Adjoint;
use super::facts::Facts;
use super::heap::Heaps;
use crate::analysis::restorable::Stores;
use crate::view::entity::Map;
use crate::view::{BlockId, Body, InstId, LoopId, Op, ValueId};
use indexmap::IndexSet;

/// Where the reverse pass goes after a block.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Back {
    /// The reverse pass is done.
    Done,
    /// To the only predecessor; the loops left by that edge are entered again.
    To(BlockId, Vec<Entered>),
    /// To the predecessor that the selector names, each with the loops entered again.
    Choose {
        selector: ValueId,
        to: Vec<(BlockId, Vec<Entered>)>,
    },
    /// At a loop header: to the preheader if the counter is 0, else to the latch.
    Loop {
        this: LoopId,
        preheader: BlockId,
        latch: BlockId,
    },
    /// Straight to a dominating block: nothing in between has an adjoint.
    Skip(BlockId),
    /// The forward pass never returns from here.
    Never,
}

/// A loop that the reverse pass enters from its exit, and what its counter was then.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Entered {
    pub(crate) this: LoopId,
    pub(crate) counter: ValueId,
}

/// Plans the way back of every block.
pub(crate) fn plan(
    facts: Facts<'_>,
    adjoints: &Map<InstId, Adjoint>,
    heaps: &Heaps,
    undone: &Stores,
) -> Map<BlockId, Back> {
    let works = |id: InstId| undone.contains_key(&id) || has_work(id, &adjoints[id], heaps);
    let planner = Planner::new(facts.body, works);
    facts
        .body
        .blocks
        .keys()
        .map(|block| {
            if planner.returns[block] {
                planner.back(block)
            } else {
                Back::Never
            }
        })
        .collect()
}

/// Whether an instruction makes the reverse pass do something.
fn has_work(id: InstId, adjoint: &Adjoint, heaps: &Heaps) -> bool {
    match adjoint {
        Adjoint::None | Adjoint::StorePointer | Adjoint::LoadPointer(_) => false,
        Adjoint::DeferredFree => heaps.made_at(id).is_some(),
        Adjoint::Allocate {
            shadowed, freed, ..
        } => *shadowed || *freed,
        // Any other: the reverse pass looks at it.
        _ => true,
    }
}

struct Planner<'a> {
    body: &'a Body,
    returns: Map<BlockId, bool>,
    works: Map<BlockId, bool>,
    phis: Map<BlockId, bool>,
}

impl<'a> Planner<'a> {
    fn new(body: &'a Body, works: impl Fn(InstId) -> bool) -> Self {
        let any = |block: BlockId, phi: bool| {
            body.blocks[block]
                .insts
                .iter()
                .any(|id| works(*id) && matches!(body.insts[*id].op, Op::Phi(_)) == phi)
        };
        Self {
            body,
            returns: body.reach_exit(),
            works: body
                .blocks
                .keys()
                .map(|b| any(b, false) || any(b, true))
                .collect(),
            phis: body.blocks.keys().map(|b| any(b, true)).collect(),
        }
    }

    fn back(&self, block: BlockId) -> Back {
        let preds = &self.body.blocks[block].preds;
        if preds.is_empty() {
            return Back::Done;
        }
        if let Some(this) = self.body.headed(block) {
            let l = &self.body.loops[this];
            return Back::Loop {
                this,
                preheader: l.preheader,
                latch: l.latch,
            };
        }
        if let Some(target) = self.skip(block) {
            return Back::Skip(target);
        }
        match (preds.as_slice(), self.body.from[block]) {
            ([only], _) => Back::To(*only, self.entered(block, *only)),
            (several, Some(selector)) => Back::Choose {
                selector,
                to: several
                    .iter()
                    .map(|p| (*p, self.entered(block, *p)))
                    .collect(),
            },
            (several, None) => Back::To(several[0], self.entered(block, several[0])),
        }
    }

    /// Loops left by an edge, innermost last, with their counters' values then.
    fn entered(&self, block: BlockId, pred: BlockId) -> Vec<Entered> {
        let left = |l: &LoopId| !self.body.holds(*l, block);
        let mut loops: Vec<LoopId> = self.body.nest(pred).filter(left).collect();
        loops.reverse();
        let counter = |this: LoopId| {
            let at_exit = self.body.exit_counters.get(&(block, this)).copied();
            let l = &self.body.loops[this];
            // The count known before the loop is cheaper than the counter seen at its end, if there is but one way out
            // to where the function returns.
            let returning = l.exits.iter().filter(|(_, to)| self.returns[*to]);
            let known = l.last.filter(|_| returning.count() == 1);
            Entered {
                this,
                counter: known.or(at_exit).expect("prepare recorded every exit"),
            }
        };
        loops.into_iter().map(counter).collect()
    }

    /// The dominator to go to if nothing in between has an adjoint.
    fn skip(&self, block: BlockId) -> Option<BlockId> {
        if self.phis[block] {
            return None;
        }
        let target = self.dominator_outside_loops(block)?;
        let single = self.body.blocks[block].preds == [target];
        (!single && !self.work_between(target, block)).then_some(target)
    }

    /// The nearest dominator whose loops all hold the block.
    fn dominator_outside_loops(&self, block: BlockId) -> Option<BlockId> {
        let up = |b: &BlockId| self.body.blocks[*b].idom;
        let fits = |b: &BlockId| self.body.nest(*b).all(|l| self.body.holds(l, block));
        std::iter::successors(up(&block), up).find(fits)
    }

    fn work_between(&self, from: BlockId, to: BlockId) -> bool {
        let mut seen = IndexSet::new();
        let mut work = self.body.blocks[to].preds.clone();
        while let Some(block) = work.pop() {
            if block == from || !seen.insert(block) {
                continue;
            }
            // A way around through the block itself means a loop that holds both: give up.
            if block == to || self.works[block] {
                return true;
            }
            work.extend(self.body.blocks[block].preds.iter().copied());
        }
        false
    }
}
