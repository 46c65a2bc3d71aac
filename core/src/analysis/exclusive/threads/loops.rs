//! Loops over the grid: each thread begins with its own number, and goes on by as many as there are threads.
//!
//! So its numbers are those that leave the same rest as its own if they are divided by the number of threads, and no two threads have one in common, in whatever iterations,
//! and of whatever loops. A thread's own number without a loop is among them.
//!
//! That holds as long as no number wraps. The loop goes on only if the next number is less than something, and so is the first one: then all are, and the next one must
//! fit, too. Loops are prepared so that they ask that at their end, and count their iterations: a number is the first one and as many times the step as iterations came before, in
//! so many bits as the program has for it. As no sum of these has wrapped before, and the next one does not, neither does a product, nor the count itself. Where the
//! machine is asked in each iteration how many threads there are, a loop has the number itself from one iteration to the next.
//!
//! Owns: [`Iterations`]. Must not: know what is read there.

use super::bounds::Bounds;
use super::numbers::{Axis, plain};
use crate::view::body::Loop;
use crate::view::entity::LoopId;
use crate::view::polynomials::{Factor, Polynomial};
use crate::view::{Op, ValueId};
use indexmap::{IndexMap, IndexSet};

/// A loop over the grid.
pub(super) struct Iterations {
    /// The direction along which its threads are.
    pub(super) along: usize,
    pub(super) number: Number,
    /// What is more than each number.
    pub(super) below: Polynomial,
    /// What must not wrap.
    pub(super) fits: IndexSet<Polynomial>,
}

/// The number of an iteration.
pub(super) enum Number {
    /// That of the thread, and so often the number of threads times what counts the iterations.
    Counted(Vec<Factor>, i64, Factor),
    /// What iterations hand on.
    HandedOn(Factor),
}

impl Number {
    fn value(&self) -> ValueId {
        match self {
            Self::Counted(.., counter) => counter.value,
            Self::HandedOn(number) => number.value,
        }
    }

    /// What is no larger than the number.
    pub(super) fn parts(&self) -> Vec<&[Factor]> {
        match self {
            Self::Counted(before, _, counter) => vec![before, std::slice::from_ref(counter)],
            Self::HandedOn(number) => vec![std::slice::from_ref(number)],
        }
    }

    fn sum(&self, axis: &Axis) -> Polynomial {
        let of = |factors: Vec<Factor>, often| Polynomial::of([(factors, often)].into_iter());
        match self {
            Self::Counted(before, times, _) => axis.number().plus(&of(before.clone(), *times)),
            Self::HandedOn(number) => of(vec![*number], 1),
        }
    }
}

/// The loops over the grid, by what counts their iterations or is handed on.
pub(super) fn find(bounds: &Bounds<'_>) -> IndexMap<ValueId, Iterations> {
    let loops = bounds.imported.body.loops.keys();
    let found = loops.filter_map(|of| iterations(bounds, of));
    found.map(|found| (found.number.value(), found)).collect()
}

fn iterations(bounds: &Bounds<'_>, of: LoopId) -> Option<Iterations> {
    let around = &bounds.imported.body.loops[of];
    let goes_on = bounds.along((around.latch, around.header));
    goes_on.into_iter().find_map(|less| {
        let (along, number, mut fits) = number(bounds, around, &less.sum)?;
        let first = bounds.axes[along].number();
        let begins = bounds.of(&first, around.preheader);
        let begins = begins.into_iter().find(|one| one.than == less.than)?;
        fits.extend(begins.fits);
        fits.extend(less.fits);
        // Also where it is of 64 bits.
        fits.insert(less.sum);
        Some(Iterations {
            along,
            number,
            below: less.than,
            fits,
        })
    })
}

/// The number of a loop's iterations of which a sum is the next one, the direction along which it is, and what must not wrap at its beginning.
fn number(
    bounds: &Bounds<'_>,
    around: &Loop,
    next: &Polynomial,
) -> Option<(usize, Number, IndexSet<Polynomial>)> {
    for (along, axis) in bounds.axes.iter().enumerate() {
        for all in &axis.all {
            let times = next.coefficient(all);
            let is = |number: &Number| {
                let step = Polynomial::of([(all.clone(), times)].into_iter());
                times > 0 && next.minus(&number.sum(axis)) == step
            };
            let counter = plain(around.counter);
            let mut before = all.clone();
            before.push(counter);
            before.sort();
            let counted = Number::Counted(before, times, counter);
            if is(&counted) {
                return Some((along, counted, IndexSet::new()));
            }
            let mut values = next.values();
            let handed_on = values.find_map(|value| {
                let number = Number::HandedOn(plain(value));
                let fits = hands_on(bounds, (around, value), [&axis.number(), next]);
                fits.filter(|_| is(&number))
                    .map(|fits| (along, number, fits))
            });
            if handed_on.is_some() {
                return handed_on;
            }
        }
    }
    None
}

/// What must not wrap, if a value is the first of two sums in a loop's first iteration, and in each other one what was the second one in the iteration before.
fn hands_on(
    bounds: &Bounds<'_>,
    (around, value): (&Loop, ValueId),
    sums: [&Polynomial; 2],
) -> Option<IndexSet<Polynomial>> {
    let body = &bounds.imported.body;
    let inst = &body.insts[body.def(value)?];
    let Op::Phi(blocks) = &inst.op else {
        return None;
    };
    let from = |block| {
        let at = blocks.iter().position(|one| *one == block)?;
        bounds.sums.exact(inst.operands[at])
    };
    let (first, next) = (from(around.preheader)?, from(around.latch)?);
    let is = inst.block == around.header && [&first.sum, &next.sum] == sums;
    is.then(|| first.fits.into_iter().chain(next.fits).collect())
}
