//! What the reverse pass reads.
//!
//! Owns: [`Item`], [`Snapshot`]. Must not: know how an item is had.

use crate::view::{InstId, LoopId, ValueId};

/// Something the reverse pass reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) enum Item {
    /// A primal value.
    Primal(ValueId),
    /// The shadow of a pointer.
    Shadow(ValueId),
    /// What a call left for its reverse half: a split call's tape, a mirrored call's record; of an atomic maximum, whether the thread's number is there in the end.
    Tape(InstId),
    /// The place of a pointer in a snapshot of the memory that it is made from.
    Copied(Snapshot, ValueId),
}

impl Item {
    /// The primal value that it is, or stands beside.
    pub(crate) fn value(self) -> Option<ValueId> {
        match self {
            Self::Primal(value) | Self::Shadow(value) | Self::Copied(_, value) => Some(value),
            Self::Tape(_) => None,
        }
    }
}

/// A copy of the memory that `of` points to, made before a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct Snapshot {
    /// What an allocation gave.
    pub(crate) of: ValueId,
    /// The loop that only reads it.
    pub(crate) before: LoopId,
}
