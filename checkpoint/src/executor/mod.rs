//! Runs a model under a schedule. Owns the executor's settings, its errors and the order of things at start and end.
//!
//! - `run`: the loop over actions;
//! - `levels`: the stores, what they hold, and what has to stay until the next save;
//! - `resume`: saves, and going on from one;
//! - `check`: whether steps are reproducible;
//! - `together`: what the ranks of a run agree on;
//! - `stop`, `report`: when it ends, and what it says.

mod check;
mod levels;
mod report;
mod resume;
mod run;
mod stop;
mod together;

pub use check::Check;
pub use report::{Event, LevelReport, Outcome, Progress, Report};
pub use stop::{RESUME_EXIT_CODE, Stop};

use crate::journal::{Journal, JournalError};
use crate::model::{Model, ModelError};
use crate::peers::{Alone, Peers};
use crate::schedule::{Schedule, ScheduleError, Spec};
use crate::store::{Entry, Store, StoreError};
use std::rc::Rc;
use std::time::Duration;

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
    /// A state computed again is not what it was.
    #[error(
        "state {state}, computed again from state {from}, is not what it was at first (hash {found:016x}, \
         was {first:016x}): a step among {from}..{state} is not reproducible, and the gradient would be wrong\n  \
         help: look for data that are no part of the state, uninitialised memory, random numbers, the time, sums whose \
         order varies between runs"
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
        "schedule `{schedule}` uses storage level {level}, and no store is there for it; add one with `Executor::store`"
    )]
    NoStore {
        /// The schedule.
        schedule: &'static str,
        /// The level, from 0.
        level: usize,
    },
    /// The schedule keeps tapes, the model cannot give them away.
    #[error(
        "schedule `{schedule}` stores tapes, and the model has no `tape_layout`: give it one, or take a schedule \
         that stores states only, such as revolve"
    )]
    NoTapes {
        /// The schedule.
        schedule: &'static str,
    },
    /// The system gives no thread for the clock.
    #[error("cannot start the clock: {0}")]
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
    fn is_common(&self) -> bool {
        match self {
            Self::Peer { .. } | Self::Apart { .. } => true,
            Self::Journal(error) => matches!(error, JournalError::Apart { .. }),
            _ => false,
        }
    }
}

/// Joins a schedule, stores and a model.
///
/// ```no_run
/// # use enzyme_checkpoint::*;
/// # fn run(model: &mut impl Model) -> Result<(), Box<dyn std::error::Error>> {
/// let outcome = Executor::new(Spec::Revolve { slots: 50, adjoints: 1 })
///     .store(Memory::new())
///     .journal(Journal::new("run"))
///     .stop(Stop::new().on_signals()?)
///     .run(model)?;
/// println!("{}", outcome.report());
/// # Ok(())
/// # }
/// ```
pub struct Executor<'a> {
    spec: Spec,
    stores: Vec<Box<dyn Store>>,
    journal: Option<Journal>,
    check: Check,
    stop: Stop,
    progress: Option<Duration>,
    events: Box<dyn FnMut(&Event<'_>) + 'a>,
    peers: Rc<dyn Peers + 'a>,
}

impl<'a> Executor<'a> {
    /// Under this schedule; stores are to be added, one for each of its levels.
    #[must_use]
    pub fn new(spec: Spec) -> Self {
        Self {
            spec,
            stores: Vec::new(),
            journal: None,
            check: Check::default(),
            stop: Stop::new(),
            progress: None,
            events: Box::new(|_| {}),
            peers: Rc::new(Alone),
        }
    }

    /// Adds the store of the next level; the first is that of level 0.
    #[must_use]
    pub fn store(mut self, store: impl Store + 'static) -> Self {
        self.stores.push(Box::new(store));
        self
    }

    /// Makes the run resumable.
    #[must_use]
    pub fn journal(mut self, journal: Journal) -> Self {
        self.journal = Some(journal);
        self
    }

    /// Which recomputed states are compared with their first computation.
    #[must_use]
    pub fn check(mut self, check: Check) -> Self {
        self.check = check;
        self
    }

    /// What makes the run stop before its end.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Self {
        self.stop = stop;
        self
    }

    /// Hands what happens to `events`.
    #[must_use]
    pub fn on_event(mut self, events: impl FnMut(&Event<'_>) + 'a) -> Self {
        self.events = Box::new(events);
        self
    }

    /// How often [`Event::Progress`] comes; never, unless this is set.
    #[must_use]
    pub fn progress_every(mut self, every: Duration) -> Self {
        self.progress = Some(every);
        self
    }

    /// This process is one of several that run the model together, each its part of it, under the same schedule. What
    /// could differ between them is agreed on:
    ///
    /// - a stop or a save that is due on one rank comes on all, at the same action;
    /// - files of an earlier save are removed when all ranks have the next; a resumed run goes on from the last save
    ///   that all ranks have, and what one rank has lost is computed again by all;
    /// - an error on one rank ends all: the others have [`RunError::Peer`];
    /// - the final state must be the final one on all ranks.
    ///
    /// That costs one message (a reduction of 8 bytes) for each checkpoint written or read, each state compared,
    /// each save, each state that [`Model::done`] is asked about, and in between one each 200 ms, counted in steps.
    /// So a stop waits for at most the longest of these stretches. Files and journal take the number of the rank
    /// ([`crate::FileOptions::rank`]; the journal's is set here).
    ///
    /// Ranks that exchange data within a step wait there for one that has left: a model's error must be an error on
    /// all ranks, or end the others by its own means.
    #[must_use]
    pub fn peers(mut self, peers: impl Peers + 'a) -> Self {
        self.peers = Rc::new(peers);
        self
    }

    /// Runs `model`, whose working state is the initial one, forward and back. Afterwards its adjoint is the result.
    /// With a journal that an earlier process has left, goes on from there; if that one had finished, the adjoint
    /// is loaded and nothing is run.
    ///
    /// # Errors
    /// See [`RunError`]. The journal stays as it was written last.
    pub fn run<M: Model>(self, model: &mut M) -> Result<Outcome, RunError> {
        let peers = Rc::clone(&self.peers);
        let outcome = self.run_here(model);
        if let Err(error) = &outcome {
            together::leave(&*peers, error);
        }
        outcome
    }

    fn run_here<M: Model>(self, model: &mut M) -> Result<Outcome, RunError> {
        let schedule = Schedule::new(self.spec.clone(), model.steps())?;
        self.require(model)?;
        run::Run::new(self, schedule, model)?.execute()
    }

    fn require(&self, model: &impl Model) -> Result<(), RunError> {
        let schedule = self.spec.name();
        let limits = self.spec.limits();
        let uses = |level: &usize| limits[*level] != Some(0);
        let missing = (self.stores.len()..limits.len()).find(uses);
        if let Some(level) = missing {
            return Err(RunError::NoStore { schedule, level });
        }
        let tapes = matches!(
            self.spec,
            Spec::StoreAll { .. }
                | Spec::Periodic { .. }
                | Spec::Mixed { .. }
                | Spec::Stages { .. }
        );
        if tapes && model.tape_layout().is_none() {
            return Err(RunError::NoTapes { schedule });
        }
        Ok(())
    }
}
