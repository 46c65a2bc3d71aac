//! What branches say of the numbers of threads that come behind them.
//!
//! Owns: [`Bounds`]. Must not: know what is read there.

use super::numbers::{Axis, Threads};
use crate::view::polynomials::Polynomial;
use crate::view::sums::Sums;
use crate::view::{BlockId, Imported, InstId, IntOp, Op, ValueId, ValueKind};
use enzyme_llvm_shim::ir::IntPredicate;
use indexmap::{IndexMap, IndexSet};
use std::cell::RefCell;
use std::rc::Rc;

/// Conditions that are made of others hold no more than so many below each other.
const DEEPEST: usize = 4;

/// More are not known of a block: the nearest ones.
const MOST: usize = 8;

/// One sum is less than another one, which is the same for all threads.
#[derive(Clone)]
pub(super) struct Less {
    pub(super) sum: Polynomial,
    pub(super) than: Polynomial,
    /// If these do not wrap.
    pub(super) fits: IndexSet<Polynomial>,
}

/// Where branches are looked at.
pub(super) struct Bounds<'a> {
    pub(super) imported: &'a Imported,
    pub(super) axes: &'a [Axis],
    pub(super) sums: &'a Sums<'a, Threads<'a>>,
    /// Those of threads.
    numbers: Vec<Polynomial>,
    found: RefCell<IndexMap<BlockId, Rc<Vec<Less>>>>,
}

impl<'a> Bounds<'a> {
    pub(super) fn new(
        imported: &'a Imported,
        axes: &'a [Axis],
        sums: &'a Sums<'a, Threads<'a>>,
    ) -> Self {
        Self {
            imported,
            axes,
            sums,
            numbers: axes.iter().map(Axis::number).collect(),
            found: RefCell::default(),
        }
    }

    /// What is more than the number of each thread that comes to a block.
    pub(super) fn of(&self, sum: &Polynomial, block: BlockId) -> Vec<Less> {
        let known = self.known(block);
        // The nearest first.
        let own = known.iter().rev().filter(|less| less.sum == *sum);
        own.cloned().collect()
    }

    /// What is known of numbers of threads wherever a block runs.
    fn known(&self, block: BlockId) -> Rc<Vec<Less>> {
        let body = &self.imported.body;
        let found = |block: &BlockId| self.found.borrow().get(block).cloned();
        let dominators = std::iter::successors(Some(block), |block| body.blocks[*block].idom);
        let dominators: Vec<BlockId> = dominators.take_while(|of| found(of).is_none()).collect();
        let first = dominators.last().copied().unwrap_or(block);
        let mut all = found(&first)
            .or_else(|| found(&body.blocks[first].idom?))
            .unwrap_or_default();
        for way in dominators.into_iter().rev() {
            if let [from] = body.blocks[way].preds[..] {
                let more = self.along((from, way)).into_iter();
                let mut more = more
                    .filter(|less| self.numbers.contains(&less.sum))
                    .peekable();
                if more.peek().is_some() {
                    let all = Rc::make_mut(&mut all);
                    all.extend(more);
                    all.drain(..all.len().saturating_sub(MOST));
                }
            }
            self.found.borrow_mut().insert(way, all.clone());
        }
        all
    }

    /// What is known where one block leads to another.
    pub(super) fn along(&self, (from, to): (BlockId, BlockId)) -> Vec<Less> {
        let body = &self.imported.body;
        let mut all = Vec::new();
        let [then, otherwise] = body.blocks[from].succs[..] else {
            return all;
        };
        let end = body.terminator(from).map(|id| &body.insts[id]);
        if let Some(end) = end.filter(|end| matches!(end.op, Op::Br) && then != otherwise) {
            self.said((end.operands[0], to == then), DEEPEST, &mut all);
        }
        all
    }

    /// What a condition says if it is true, or is not.
    fn said(&self, (condition, is_true): (ValueId, bool), depth: usize, all: &mut Vec<Less>) {
        let body = &self.imported.body;
        let Some((id, below)) = body.def(condition).zip(depth.checked_sub(1)) else {
            return;
        };
        let inst = &body.insts[id];
        let mut both = |one: ValueId, other: ValueId| {
            self.said((one, is_true), below, all);
            self.said((other, is_true), below, all);
        };
        match (&inst.op, is_true) {
            (Op::ICmp, _) => all.extend(self.compared(id, is_true)),
            (Op::Int(IntOp::And), true) | (Op::Int(IntOp::Or), false) => {
                both(inst.operands[0], inst.operands[1]);
            }
            // How compilers write conditions of which the second is not always looked at.
            (Op::Select, _) => {
                let [first, then, otherwise] = [0, 1, 2].map(|at| inst.operands[at]);
                let chosen = if is_true { otherwise } else { then };
                if self.is_bit(chosen, !is_true) {
                    both(first, if is_true { then } else { otherwise });
                }
            }
            // Any other: it says nothing of numbers.
            _ => {}
        }
    }

    /// Whether a condition is a constant.
    fn is_bit(&self, value: ValueId, is: bool) -> bool {
        match self.imported.body.values[value].kind {
            ValueKind::ConstInt(Some(bit)) => (bit & 1 == 1) == is,
            // Any other: it may be both.
            _ => false,
        }
    }

    fn compared(&self, id: InstId, is_true: bool) -> Option<Less> {
        use IntPredicate::{
            LLVMIntSGE, LLVMIntSGT, LLVMIntSLE, LLVMIntSLT, LLVMIntUGE, LLVMIntUGT, LLVMIntULE,
            LLVMIntULT,
        };
        let inst = &self.imported.body.insts[id];
        let [one, other] = [0, 1].map(|at| inst.operands[at]);
        let predicate = self.imported.handles.inst(id).int_predicate();
        let (less, than) = match (predicate, is_true) {
            (LLVMIntSLT | LLVMIntULT, true) | (LLVMIntSGE | LLVMIntUGE, false) => (one, other),
            (LLVMIntSGT | LLVMIntUGT, true) | (LLVMIntSLE | LLVMIntULE, false) => (other, one),
            _ => return None,
        };
        let [less, than] = [self.sums.exact(less)?, self.sums.exact(than)?];
        than.sum.is_of_values().then(|| Less {
            sum: less.sum,
            than: than.sum,
            fits: less.fits.into_iter().chain(than.fits).collect(),
        })
    }
}
