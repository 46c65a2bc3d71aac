//! Why a number is a worker's own, and what must hold for that.
//!
//! Owns: [`Own`], [`Check`]. Must not: find out.

use crate::view::{InstId, ValueId};

/// Why no other worker adds to the same numbers at the same time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Own {
    /// The worker writes what it reads, by this instruction.
    Written(InstId),
    /// Each iteration of a loop that is shared out reads memory of its own; if there are checks, where they hold.
    Iteration,
}

/// Two arrays of which all iterations of a loop read the same slices, or none that is the other's: so it is if the program finds that they are at the
/// same address, or far enough from each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Check {
    /// Their addresses.
    pub(crate) bases: (ValueId, ValueId),
    /// Whether the same address will do.
    pub(crate) equal: bool,
    /// The first and the last iteration.
    pub(crate) iterations: (ValueId, ValueId),
    /// Bytes from one iteration to the next, and bytes that one spans.
    pub(crate) bytes: (u64, u64),
}
