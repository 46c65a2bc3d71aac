//! Where loads read, by the numbers of threads.
//!
//! Owns: [`Places`]. Must not: know what else is read there.

use super::super::reasons::Count;
use super::bases::Bases;
use super::bounds::Bounds;
use super::families::{Indexed, Limit};
use super::loops::{Iterations, Number};
use crate::view::polynomials::Polynomial;
use crate::view::sums::Exact;
use crate::view::{BlockId, InstId, Op, ValueId};
use indexmap::{IndexMap, IndexSet};

/// Elements are no larger, in bytes.
const LARGEST: i64 = 1 << 20;

/// The directions of a grid along which numbers lie one behind the other, and those from line to line; and which threads are counted along each.
pub(super) type Directions = [(usize, Count)];

/// What is known of places.
pub(super) struct Places<'a> {
    pub(super) bases: Bases<'a>,
    pub(super) bounds: &'a Bounds<'a>,
    pub(super) loops: &'a IndexMap<ValueId, Iterations>,
    pub(super) shape: &'a Directions,
}

impl Places<'_> {
    /// What the address of a load is made from.
    pub(super) fn root(&self, load: InstId) -> ValueId {
        let inst = &self.bounds.imported.body.insts[load];
        self.bases.root(inst.operands[0])
    }

    /// What a load reads, if it is the thread's own.
    pub(super) fn indexed(&self, load: InstId) -> Option<Indexed> {
        let body = &self.bounds.imported.body;
        let inst = &body.insts[load];
        let (pointer, bytes) = body.accessed(load)?;
        let (base, Exact { sum, mut fits }) = self.bounds.sums.address(pointer)?;
        let is_plain = matches!(inst.op, Op::Load { ordered: false });
        if !is_plain || !self.bases.is_handed(base) {
            return None;
        }
        let mut rest = sum;
        let mut distances = Vec::new();
        let mut limits = Vec::new();
        for (along, _) in self.shape {
            let (iterations, distance, others) = self.times(*along, &rest)?;
            limits.push(self.limit((*along, iterations), inst.block, &mut fits));
            distances.push(distance);
            rest = others;
        }
        let mut distances = distances.into_iter();
        let (stride, more) = distances.next()?.without_constant();
        let line = distances.next();
        let is_own = (1..=LARGEST).contains(&stride) && more == Polynomial::default();
        // If both are constant, lines are what is farther apart.
        let is_line = |line: &Polynomial| match line.clone().without_constant() {
            (constant, rest) if rest == Polynomial::default() => constant >= stride,
            _ => line.is_of_values(),
        };
        let (constant, row) = rest.without_constant();
        let is_sum = row.is_of_values() && line.as_ref().is_none_or(is_line);
        (is_own && is_sum).then_some(Indexed {
            base,
            stride,
            line,
            row,
            constant,
            bytes,
            fits,
            limits,
        })
    }

    /// How often a number along a direction is taken in a sum, and the rest of that. It may be that of a loop's iteration.
    fn times(
        &self,
        along: usize,
        sum: &Polynomial,
    ) -> Option<(Option<&Iterations>, Polynomial, Polynomial)> {
        let axis = &self.bounds.axes[along];
        let mut loops = self.loops_of(sum);
        loops.retain(|one| one.along == along);
        for one in &loops {
            if let Number::HandedOn(number) = one.number {
                let (times, rest) = sum.divided(&[number]);
                return Some((Some(one), times, rest));
            }
        }
        let (times, rest) = sum.divided(&axis.before);
        let (again, rest) = rest.divided(&axis.within);
        if again != times || times == Polynomial::default() {
            return None;
        }
        for one in loops {
            if let Number::Counted(before, often, _) = &one.number {
                let (before, others) = rest.divided(before);
                if before == times.scaled(*often) {
                    return Some((Some(one), times, others));
                }
            }
        }
        Some((None, times, rest))
    }

    /// The loops whose numbers a sum has.
    pub(super) fn loops_of(&self, sum: &Polynomial) -> Vec<&Iterations> {
        let values: IndexSet<ValueId> = sum.values().collect();
        let loops = values.iter().filter_map(|value| self.loops.get(value));
        loops.collect()
    }

    /// What is known of a number in a block.
    fn limit(
        &self,
        (along, iterations): (usize, Option<&Iterations>),
        block: BlockId,
        fits: &mut IndexSet<Polynomial>,
    ) -> Limit {
        if let Some(iterations) = iterations {
            fits.extend(iterations.fits.iter().cloned());
            return Limit {
                below: [(iterations.below.clone(), IndexSet::new())].into(),
                goes_on: true,
            };
        }
        let known = self.bounds.of(&self.bounds.axes[along].number(), block);
        Limit {
            below: known
                .into_iter()
                .map(|less| (less.than, less.fits))
                .collect(),
            goes_on: false,
        }
    }
}
