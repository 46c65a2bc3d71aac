//! Why a number is a worker's own, and what must hold for that.
//!
//! Owns: [`Own`], [`Check`]. Must not: find out.

use super::extents::Extent;
use crate::view::polynomials::Polynomial;
use crate::view::{InstId, ValueId};
use enzyme_llvm_shim::analyses::Fits;

/// Why no other worker adds to the same numbers at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Own {
    /// The worker writes what it reads, by this instruction.
    Written(InstId),
    /// Each iteration of a loop that is shared out reads memory of its own; if there are checks, where they hold.
    Iteration,
    /// Whoever reads it writes the element with the same index of another array.
    Beside,
    /// Each thread of a launch reads elements of its own, where the checks hold.
    Thread,
    /// It is the thread's own copy of a variable.
    Copy,
    /// The program promises it.
    Promised,
}

/// What the program finds out before it adds plainly.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Check {
    /// Two arrays are at the same address, or far enough from each other: all iterations read the same slices of both, or none that is the other's.
    Apart(Apart),
    /// The worker runs as many iterations before and behind this one as read the same elements.
    Inner(Inner),
    /// The worker runs all iterations on both sides of this one that may read some of the same elements, or no two iterations do.
    Far(Far),
    /// What all iterations read of two arrays does not overlap.
    Ranges([Range; 2]),
    /// The numbers of all iterations fit into a narrower type, by which arrays are indexed.
    Narrow(Narrow),
    /// The blocks of a launch are one row, and so are the threads of each; and there are no more threads than so many.
    Row(u64),
    /// What is computed of the numbers of all its threads does not wrap.
    Fits(Counted),
    /// No two threads reach the same place in rows of an array.
    Rows(Rows),
    /// What all threads reach of two arrays does not overlap, or each of them has its own in both.
    Arrays(Arrays),
}

/// A number for each thread of a launch, and the same more for all: from 0 on, and below 2^31. No coefficient is negative, and no value must be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Counted {
    pub(crate) sum: Polynomial,
    pub(crate) each: u64,
}

impl Counted {
    pub(crate) const END: u64 = 1 << 31;

    /// With how many threads it fits, if nothing else has a part in that.
    pub(crate) fn threads(&self) -> Option<u64> {
        let constant = u64::try_from(self.sum.coefficient(&[])).ok()?;
        let is_constant = self.sum.values().next().is_none();
        let left = Self::END
            .checked_sub(constant + 1)
            .map_or(0, |left| left.checked_div(self.each).unwrap_or(u64::MAX));
        is_constant.then_some(left)
    }
}

/// Rows of an array, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rows {
    /// From one to the next.
    pub(crate) distance: Polynomial,
    /// From one thread's place in a row to the next one's.
    pub(crate) stride: u64,
    /// What is more than the number of each thread that comes there, if it is known.
    pub(crate) below: Option<Polynomial>,
}

/// What all threads reach of two arrays.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Arrays {
    pub(crate) reaches: [Reach; 2],
    /// Whether the same address will do.
    pub(crate) equal: bool,
    /// As for [`Rows`].
    pub(crate) below: Option<Polynomial>,
}

/// What all threads reach behind an address, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Reach {
    pub(crate) base: ValueId,
    /// To the first row and to the last one, in any order.
    pub(crate) rows: Vec<Polynomial>,
    /// What a thread reaches from its place in a row on.
    pub(crate) window: (i64, i64),
    pub(crate) stride: u64,
}

/// The first and the last iteration of a loop, what is added to them for an index, and between which numbers they all must lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Narrow {
    pub(crate) iterations: (ValueId, ValueId),
    pub(crate) offset: Option<ValueId>,
    pub(crate) fits: Fits,
}

/// Two arrays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Apart {
    /// Their addresses.
    pub(crate) bases: (ValueId, ValueId),
    /// Whether the same address will do.
    pub(crate) equal: bool,
    /// The first and the last iteration.
    pub(crate) iterations: (ValueId, ValueId),
    /// Bytes from one iteration to the next, and bytes that one spans.
    pub(crate) bytes: (u64, u64),
}

/// An iteration of a worker's.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Inner {
    /// Its number, from 0 in each chunk.
    pub(crate) counter: ValueId,
    /// That of the last one.
    pub(crate) last: ValueId,
    /// How many iterations on each side read some of the same elements.
    pub(crate) reach: u64,
}

/// An iteration of a worker's, and what it reads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Far {
    /// Its number, from 0 in each chunk.
    pub(crate) counter: ValueId,
    /// That of the last one.
    pub(crate) last: ValueId,
    pub(crate) extent: Extent,
    /// Rows of the array: if what all iterations read of one does not overlap with what they read of another one, each iteration reads slices of its own. None
    /// if that is not so.
    pub(crate) rows: Vec<Range>,
}

/// What all iterations of a loop read behind one address.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Range {
    pub(crate) base: ValueId,
    /// The first and the last iteration.
    pub(crate) iterations: (ValueId, ValueId),
    pub(crate) extent: Extent,
}
