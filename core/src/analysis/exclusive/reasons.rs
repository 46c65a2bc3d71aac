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
    /// The threads of a launch are one row, or one plane, and no more than so many are counted.
    Threads(Count, u64),
    /// What is computed of the numbers of all its threads does not wrap.
    Fits(Counted),
    /// No two threads reach the same place in rows of an array.
    Rows(Rows),
    /// What all threads reach of two arrays does not overlap, or each of them has its own in both.
    Arrays(Arrays),
}

/// Which threads of a launch are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Count {
    /// All, if its blocks are one row, and the threads of each.
    Row,
    /// Those along the first direction, if there is no third one.
    Across,
    /// Those along the second direction, if there is no third one.
    Down,
}

/// What a number is less than: for each thread so many more, and the same for all. It is from 0 on, and must be below 2^31. No coefficient is negative, and no value must be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Counted {
    pub(crate) sum: Polynomial,
    pub(crate) each: Vec<(Count, Polynomial)>,
}

impl Counted {
    pub(crate) const END: u64 = 1 << 31;

    /// With how many threads it fits, if nothing else has a part in that.
    pub(crate) fn threads(&self) -> Option<(Count, u64)> {
        let [(count, each)] = &self.each[..] else {
            return None;
        };
        let constant = |sum: &Polynomial| {
            let (constant, rest) = sum.clone().without_constant();
            let is_constant = rest == Polynomial::default();
            is_constant.then(|| u64::try_from(constant).ok())?
        };
        let left = Self::END.checked_sub(constant(&self.sum)? + 1);
        let each = constant(each)?;
        Some((*count, left.map_or(0, |left| left / each)))
    }
}

/// The numbers of threads along a direction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Along {
    pub(crate) count: Count,
    /// What is more than each that comes there, if it is known.
    pub(crate) below: Option<Polynomial>,
    /// Whether iterations go on with numbers that no thread has: only what is known to be more limits them.
    pub(crate) goes_on: bool,
}

/// Rows of an array, in bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Rows {
    /// From one to the next.
    pub(crate) distance: Polynomial,
    /// From one thread's place in a row to the next one's.
    pub(crate) stride: u64,
    pub(crate) along: Along,
    /// They must not be farther apart.
    pub(crate) most: u64,
}

/// What all threads reach of two arrays.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Arrays {
    pub(crate) reaches: [Reach; 2],
    /// Whether the same address will do.
    pub(crate) equal: bool,
    /// Along rows, and from line to line.
    pub(crate) along: Vec<Along>,
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
    /// From one line of threads to the next one.
    pub(crate) line: Option<Polynomial>,
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
