//! Why a run ends without its result. Owns the wording and the remedies.

use crate::dot_product::DotProductError;
use crate::journal::{JournalError, ReadError};
use crate::model::ModelError;
use crate::schedule::ScheduleError;
use crate::store::{Entry, StoreError};

/// Why a run ended without its result.
#[derive(Debug, thiserror::Error)]
pub enum RunError {
    /// There is no such schedule.
    #[error(transparent)]
    Schedule(#[from] ScheduleError),
    /// A checkpoint could not be kept or had back.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The journal does not fit.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The model could not go on.
    #[error("the model failed at {doing} {step}: {error}")]
    Model {
        /// What it was to do.
        doing: &'static str,
        /// With which step, or which state.
        step: u64,
        /// What it says.
        error: ModelError,
    },
    /// The adjoint of a step is not that of the step, or could not be tested.
    #[error(transparent)]
    Adjoint(#[from] DotProductError),
    /// A state computed again is not what it was.
    #[error(
        "state {state}, computed again from state {from}, is not what it was at first (hash {found:016x}, \
         was {first:016x}): a step among {from}..{state} is not reproducible, and the gradient would be wrong\n  \
         help: look for a step that leaves a part of the state after it as it was, data that are no part of the state, \
         uninitialised memory, random numbers, the time, sums whose order varies between runs"
    )]
    NotReproducible {
        /// The state that differs.
        state: u64,
        /// Where the computation began.
        from: u64,
        /// Hash of the first computation.
        first: u64,
        /// Hash of this one.
        found: u64,
    },
    /// A checkpoint computed again after a crash is not what it was.
    #[error(
        "{0}, computed again after the process ended, is not what it was: steps are not reproducible between processes, and \
         the gradient would be wrong\n  help: look for uninitialised memory, random numbers, the number of threads, \
         another processor or another build of the program"
    )]
    NotResumable(Entry),
    /// A checkpoint was lost in a crash, and so was the lossy one from which it would have to be computed again.
    #[error(
        "{0} is lost, and so is the lossy checkpoint from which it was computed: from anything else it would not be \
         the same\n  help: remove the folder of the journal to start anew; check the disk"
    )]
    NoOrigin(Entry),
    /// Fewer stores than the schedule has levels.
    #[error(
        "schedule `{schedule}` uses storage level {level}, and no store is there for it\n  help: add one with \
         `Executor::store`"
    )]
    NoStore {
        /// The schedule.
        schedule: &'static str,
        /// The level, from 0.
        level: usize,
    },
    /// The schedule keeps tapes, the model cannot give them away.
    #[error(
        "schedule `{schedule}` stores tapes, and the model has no `tape_layout`\n  help: give it one, with `save_tape` and \
         `load_tape`, or take a schedule that stores states only, such as revolve"
    )]
    NoTapes {
        /// The schedule.
        schedule: &'static str,
    },
    /// The system gives no thread for the clock.
    #[error(
        "cannot start the thread that looks at the clock: {0}\n  help: allow more threads (ulimit -u), or run without \
         deadline, journal and progress"
    )]
    Clock(std::io::Error),
    /// Another rank of the run has failed.
    #[error(
        "rank {rank} of the run has failed, so this one ends\n  help: see the error of rank {rank}"
    )]
    Peer {
        /// The first rank that has.
        rank: u64,
    },
    /// The ranks of a run do not do the same.
    #[error(
        "the ranks of the run do not agree on {what}\n  help: give every rank the same schedule, check and journal, \
         and let `Model::steps` and `Model::done` be the same on all"
    )]
    Apart {
        /// On what.
        what: String,
    },
}

impl RunError {
    /// Whether all ranks of the run have this error.
    pub(super) fn is_common(&self) -> bool {
        match self {
            Self::Peer { .. } | Self::Apart { .. } => true,
            Self::Journal(error) => matches!(error, JournalError::Apart { .. }),
            _ => false,
        }
    }
}

impl From<ReadError> for RunError {
    fn from(error: ReadError) -> Self {
        match error {
            ReadError::Store(error) => error.into(),
            ReadError::Journal(error) => error.into(),
        }
    }
}
