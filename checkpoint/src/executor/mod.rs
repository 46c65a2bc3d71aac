//! Runs a model under a schedule. Owns how a run is described and the order of things at start and end.
//!
//! - `run`: the loop over actions;
//! - `levels`: the stores, what they hold, and what has to stay until the next save;
//! - `resume`: saves, and going on from one;
//! - `check`, `trial`: whether steps are reproducible; whether their adjoint is theirs;
//! - `meter`: what steps cost;
//! - `together`: what the ranks of a run agree on;
//! - `stop`, `report`, `error`: when it ends, and what it says;
//! - `settings`: what it was told.
//!
//! Where a checkpoint lies is its store's affair. An `Entry` names a checkpoint by slot and *generation*, the number of the action that stored it: equal
//! again in a resumed run, and never used twice, so that no store ever changes data in place. A run draws a number when it begins; its journal and
//! each checkpoint have it (`Entry::run`), since slots and generations are the same in every run of a schedule.
//!
//! - **Saves** hold the cursor, the adjoint, and the working state if the next actions read it. A run can be saved wherever they do not read the tape.
//!   Checkpoints in memory are not written: a resumed run computes them again in one sweep and compares hashes. Stores are flushed first, then the
//!   journal is replaced, then what only the old save named is removed. A store that knows its room (`Store::room`) gets a save before it is
//!   full of what waits for one.
//! - **The clock** is a thread that raises flags: a step costs the run one load, not a look at the time. Reads are asked for by a second copy of
//!   the schedule that is drawn ahead of the run.
//! - **Determinism**: the checkpoints of the first forward run and its last state are hashed; whoever computes one of them again compares.
//! - **Lossy stores** say so (`Store::loss`), in words that are part of the run's identity. A state has an *origin*: the generation of the lossy
//!   checkpoint that it was computed from last, or 0. State and origin together name a value; hashes are compared, and lost checkpoints are
//!   computed again, by both. So a lossy checkpoint that the schedule discards stays while something that a crash would lose has it as its
//!   origin, and a save names it. What is read is always what was unpacked. Only states are lossy; tapes are what the adjoint reads.
//!
//! **Invariant**: after a crash at any moment the journal and all durable checkpoints that it names are whole. A lost or damaged one is computed again.

mod check;
mod error;
mod levels;
mod meter;
mod report;
mod resume;
mod run;
mod settings;
mod stop;
mod together;
mod trial;

pub use check::Check;
pub use error::RunError;
pub use meter::Costs;
pub use report::{Event, LevelReport, Outcome, Progress, Report};
pub use stop::{RESUME_EXIT_CODE, Stop};
pub use trial::AdjointTest;

use crate::journal::Journal;
use crate::model::Model;
use crate::peers::{Alone, Peers};
use crate::schedule::{Schedule, Spec};
use crate::store::Store;
use settings::Settings;
use std::rc::Rc;
use std::time::Duration;

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
    settings: Settings<'a>,
}

impl<'a> Executor<'a> {
    /// Under this schedule; stores are to be added, one for each of its levels.
    #[must_use]
    pub fn new(spec: Spec) -> Self {
        Self {
            settings: Settings {
                spec,
                stores: Vec::new(),
                journal: None,
                check: Check::default(),
                test: None,
                stop: Stop::new(),
                progress: None,
                events: Box::new(|_| {}),
                peers: Rc::new(Alone),
            },
        }
    }

    /// Adds the store of the next level; the first is that of level 0.
    #[must_use]
    pub fn store(mut self, store: impl Store + 'static) -> Self {
        self.settings.stores.push(Box::new(store));
        self
    }

    /// Makes the run resumable.
    #[must_use]
    pub fn journal(mut self, journal: Journal) -> Self {
        self.settings.journal = Some(journal);
        self
    }

    /// Which recomputed states are compared with their first computation.
    #[must_use]
    pub fn check(mut self, check: Check) -> Self {
        self.settings.check = check;
        self
    }

    /// Before the first step of a new run, tests the adjoint of a step, and refuses to begin if it is not that of the
    /// step: a long run would compute a wrong gradient. A run that goes on from a journal has been tested. Not for
    /// several ranks, each of which has a part of the products only.
    #[must_use]
    pub fn test_adjoint(mut self, test: AdjointTest<'a>) -> Self {
        self.settings.test = Some(test);
        self
    }

    /// What makes the run stop before its end.
    #[must_use]
    pub fn stop(mut self, stop: Stop) -> Self {
        self.settings.stop = stop;
        self
    }

    /// Hands what happens to `events`.
    #[must_use]
    pub fn on_event(mut self, events: impl FnMut(&Event<'_>) + 'a) -> Self {
        self.settings.events = Box::new(events);
        self
    }

    /// How often [`Event::Progress`] comes; never, unless this is set.
    #[must_use]
    pub fn progress_every(mut self, every: Duration) -> Self {
        self.settings.progress = Some(every);
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
        self.settings.peers = Rc::new(peers);
        self
    }

    /// Runs `model`, whose working state is the initial one, forward and back. Afterwards its adjoint is the result.
    /// With a journal that an earlier process has left, goes on from there; if that one had finished, the adjoint
    /// is loaded and nothing is run.
    ///
    /// # Errors
    /// See [`RunError`]. The journal stays as it was written last.
    pub fn run<M: Model>(self, model: &mut M) -> Result<Outcome, RunError> {
        let peers = Rc::clone(&self.settings.peers);
        let outcome = self.run_here(model);
        if let Err(error) = &outcome {
            together::leave(&*peers, error);
        }
        outcome
    }

    fn run_here<M: Model>(self, model: &mut M) -> Result<Outcome, RunError> {
        let schedule = Schedule::new(self.settings.spec.clone(), model.steps())?;
        self.require(model)?;
        run::Run::new(self.settings, schedule, model)?.execute()
    }

    fn require(&self, model: &impl Model) -> Result<(), RunError> {
        let schedule = self.settings.spec.name();
        let limits = self.settings.spec.limits();
        let uses = |level: &usize| limits[*level] != Some(0);
        let missing = (self.settings.stores.len()..limits.len()).find(uses);
        if let Some(level) = missing {
            return Err(RunError::NoStore { schedule, level });
        }
        let tapes = matches!(
            self.settings.spec,
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
