//! Why a number is a worker's own, and what must hold for that.
//!
//! Owns: [`Own`], [`Check`]. Must not: find out.

use super::extents::Extent;
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
