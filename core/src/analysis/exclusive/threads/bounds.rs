//! What branches say of the numbers of threads that come behind them.
//!
//! Owns: [`Below`]. Must not: know what is read there.

use super::numbers::Threads;
use crate::view::polynomials::{Factor, Polynomial};
use crate::view::sums::Sums;
use crate::view::{BlockId, Imported, Op, ValueId};
use enzyme_llvm_shim::ir::IntPredicate;
use indexmap::{IndexMap, IndexSet};

/// What is more than the number of each thread that comes to some loads.
pub(super) struct Below {
    pub(super) sum: Polynomial,
    pub(super) fits: IndexSet<Polynomial>,
}

/// Where branches are looked at.
pub(super) struct Bounds<'a> {
    pub(super) imported: &'a Imported,
    pub(super) number: &'a Option<[Vec<Factor>; 2]>,
    pub(super) sums: &'a Sums<'a, Threads<'a>>,
}

impl Bounds<'_> {
    /// What is more than the number of each thread that comes to some blocks.
    pub(super) fn below(&self, blocks: IndexSet<BlockId>) -> Option<Below> {
        let mut blocks = blocks.into_iter();
        let mut all = self.bounds(blocks.next()?);
        for block in blocks {
            let its = self.bounds(block);
            all.retain(|sum, fits| {
                let other = its.get(sum);
                fits.extend(other.into_iter().flatten().cloned());
                other.is_some()
            });
        }
        let (sum, fits) = all.into_iter().next()?;
        Some(Below { sum, fits })
    }

    /// What is more than the number of each thread that comes to a block, with what must not wrap there.
    fn bounds(&self, block: BlockId) -> IndexMap<Polynomial, IndexSet<Polynomial>> {
        let body = &self.imported.body;
        let mut all = IndexMap::new();
        let dominators = std::iter::successors(Some(block), |block| body.blocks[*block].idom);
        for way in dominators {
            let [from] = body.blocks[way].preds[..] else {
                continue;
            };
            let [then, otherwise] = body.blocks[from].succs[..] else {
                continue;
            };
            let end = body.terminator(from).map(|id| &body.insts[id]);
            if let Some(end) = end.filter(|end| matches!(end.op, Op::Br) && then != otherwise) {
                all.extend(self.bound(end.operands[0], way == then));
            }
        }
        all
    }

    /// What a condition says to be more than the number of the thread, if it is true, or is not.
    fn bound(
        &self,
        condition: ValueId,
        is_true: bool,
    ) -> Option<(Polynomial, IndexSet<Polynomial>)> {
        use IntPredicate::{
            LLVMIntSGE, LLVMIntSGT, LLVMIntSLE, LLVMIntSLT, LLVMIntUGE, LLVMIntUGT, LLVMIntULE,
            LLVMIntULT,
        };
        let id = self.imported.body.def(condition)?;
        let inst = &self.imported.body.insts[id];
        if !matches!(inst.op, Op::ICmp) {
            return None;
        }
        let [one, other] = [0, 1].map(|at| inst.operands[at]);
        let predicate = self.imported.handles.inst(id).int_predicate();
        let (number, bound) = match (predicate, is_true) {
            (LLVMIntSLT | LLVMIntULT, true) | (LLVMIntSGE | LLVMIntUGE, false) => (one, other),
            (LLVMIntSGT | LLVMIntUGT, true) | (LLVMIntSLE | LLVMIntULE, false) => (other, one),
            _ => return None,
        };
        let [number, bound] = [self.sums.exact(number)?, self.sums.exact(bound)?];
        let [before, within] = self.number.as_ref()?;
        let own = [(before.clone(), 1), (within.clone(), 1)];
        let is_own = number.sum == Polynomial::of(own.into_iter()) && bound.sum.is_of_values();
        let fits = number.fits.into_iter().chain(bound.fits);
        is_own.then(|| (bound.sum, fits.collect()))
    }
}
