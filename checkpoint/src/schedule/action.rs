//! What a schedule says to do next. Owns the vocabulary; no schedule, no storage.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A place for one checkpoint: a storage level and a number within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Slot {
    /// Storage level; 0 is the fastest, usually memory.
    pub level: u8,
    /// Number of the slot within its level, from 0.
    pub index: u32,
}

impl Slot {
    /// Slot `index` of level 0.
    #[must_use]
    pub fn ram(index: u32) -> Self {
        Self { level: 0, index }
    }

    /// Slot `index` of level 1.
    #[must_use]
    pub fn disk(index: u32) -> Self {
        Self { level: 1, index }
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "L{}[{}]", self.level, self.index)
    }
}

/// What lies in a checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Data {
    /// The state before step `i`: enough to run on from there.
    State,
    /// What the adjoint of step `i` needs of the primal. One cannot run on from it.
    Tape,
    /// Stage values of step `i` together with the state after it: serves as the tape of step `i` and
    /// as the state `i + 1`.
    Stages,
}

/// One instruction to whoever runs a model under a schedule.
///
/// State `i` is the state before step `i`; step `i` leads from state `i` to state `i + 1`. The model has
/// one working state, one working tape (of the step recorded or restored last) and one adjoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Action {
    /// Run steps `from..to`, keeping nothing. The working state is `from` before and `to` after.
    Advance {
        /// First step to run.
        from: u64,
        /// One past the last step to run.
        to: u64,
    },
    /// Run step `step` and keep its tape in the working tape.
    Record {
        /// The step to run.
        step: u64,
    },
    /// Run the adjoint of `step`, which consumes the working tape. The working state is undefined then.
    Reverse {
        /// The step to reverse.
        step: u64,
    },
    /// Copy working data into a free slot. `step` is the number of the state, or of the tape's step.
    Store {
        /// What to keep.
        data: Data,
        /// Which one.
        step: u64,
        /// Where.
        slot: Slot,
    },
    /// Copy from a slot into the working state or tape; the slot stays as it is. A slot of
    /// [`Data::Stages`] of step `i` can be restored as `Tape` of `i` or `State` of `i + 1`.
    Restore {
        /// What to fetch.
        data: Data,
        /// Which one.
        step: u64,
        /// From where.
        slot: Slot,
    },
    /// The slot's content is not needed any more.
    Discard {
        /// The slot to free.
        slot: Slot,
    },
    /// The working state is the final one: evaluate the objective, seed the adjoint.
    EndForward,
    /// The adjoint has arrived at state 0.
    EndAdjoint,
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Advance { from, to } => write!(f, "advance {from}..{to}"),
            Self::Record { step } => write!(f, "record {step}"),
            Self::Reverse { step } => write!(f, "reverse {step}"),
            Self::Store { data, step, slot } => write!(f, "store {data} {step} in {slot}"),
            Self::Restore { data, step, slot } => write!(f, "restore {data} {step} from {slot}"),
            Self::Discard { slot } => write!(f, "discard {slot}"),
            Self::EndForward => f.write_str("end of forward"),
            Self::EndAdjoint => f.write_str("end of adjoint"),
        }
    }
}

impl fmt::Display for Data {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::State => "state",
            Self::Tape => "tape",
            Self::Stages => "stages",
        })
    }
}
