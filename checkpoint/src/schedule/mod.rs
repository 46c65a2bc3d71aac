//! Schedules: lazy iterators of actions, without storage and without I/O. Owns drawing, the cursor and the
//! announcement of a length that was not known. What each schedule does is in the modules below:
//!
//! - `work`: the stack of tasks that all share, and the binomial chain;
//! - `sweep`: schedules that begin by a forward sweep (store-all, periodic, two-level, periodic disk);
//! - `online`: where to put checkpoints when the length is not known;
//! - `tables`, `chains`, `units`: schedules that are made from the tables in `dp`, and Multistage.

mod action;
mod chains;
mod error;
mod online;
mod spec;
mod sweep;
mod tables;
mod units;
mod work;

pub use action::{Action, Data, Slot};
pub use error::ScheduleError;
pub use spec::{Spec, disk_period};

use crate::binomial::Level;
use serde::{Deserialize, Serialize};
use tables::Tables;
use work::{Task, Work};

/// Version of [`Cursor`].
const CURSOR_VERSION: u32 = 1;

/// Where a schedule stands, as plain data: a schedule resumed from it draws exactly the actions that the
/// original would have drawn next. Its size is that of the checkpoints held, not of the schedule.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Cursor {
    version: u32,
    spec: Spec,
    drawn: u64,
    work: Work,
}

impl Cursor {
    /// The schedule it belongs to.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Actions drawn so far.
    #[must_use]
    pub fn drawn(&self) -> u64 {
        self.drawn
    }
}

/// A schedule: an iterator of actions.
///
/// ```
/// use enzyme_checkpoint::{Schedule, Spec};
/// let schedule = Schedule::new(Spec::Revolve { slots: 3, adjoints: 1 }, Some(10))?;
/// for action in schedule {
///     println!("{action}");
/// }
/// # Ok::<(), enzyme_checkpoint::ScheduleError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Schedule {
    spec: Spec,
    tables: Tables,
    drawn: u64,
    work: Work,
}

impl Schedule {
    /// A schedule for `steps` steps, or for a number not known yet (`None`, see [`Schedule::finish`]).
    ///
    /// # Errors
    /// Parameters without a schedule, a length that is needed, tables that would be too large.
    pub fn new(spec: Spec, steps: Option<u64>) -> Result<Self, ScheduleError> {
        Self::at(spec, steps, 0, |spec| {
            let mut work = Work::new(steps, spec.adjoints());
            if spec.is_online() || matches!(spec, Spec::PeriodicDisk { .. }) {
                work.next([Task::Sweep { at: 0 }]);
            } else {
                chains::start(spec, steps.unwrap_or(0), &mut work);
            }
            work
        })
    }

    /// The schedule from where a cursor stands.
    ///
    /// # Errors
    /// As [`Schedule::new`], and a cursor of another version.
    pub fn resume(cursor: Cursor) -> Result<Self, ScheduleError> {
        let Cursor {
            version,
            spec,
            drawn,
            work,
        } = cursor;
        if version != CURSOR_VERSION {
            return Err(ScheduleError::CursorVersion {
                found: version,
                expected: CURSOR_VERSION,
            });
        }
        Self::at(spec, work.steps, drawn, |_| work)
    }

    /// The schedule with what is left of it, once it is known to be one.
    fn at(
        spec: Spec,
        steps: Option<u64>,
        drawn: u64,
        work: impl FnOnce(&Spec) -> Work,
    ) -> Result<Self, ScheduleError> {
        spec.check(steps)?;
        let tables = Tables::of(&spec, steps)?;
        let work = work(&spec);
        Ok(Self {
            spec,
            tables,
            drawn,
            work,
        })
    }

    /// Where the schedule stands: after the action drawn last.
    #[must_use]
    pub fn cursor(&self) -> Cursor {
        Cursor {
            version: CURSOR_VERSION,
            spec: self.spec.clone(),
            drawn: self.drawn,
            work: self.work.clone(),
        }
    }

    /// Which schedule it is.
    #[must_use]
    pub fn spec(&self) -> &Spec {
        &self.spec
    }

    /// Actions drawn so far.
    #[must_use]
    pub fn drawn(&self) -> u64 {
        self.drawn
    }

    /// The number of steps, once known.
    #[must_use]
    pub fn steps(&self) -> Option<u64> {
        self.work.steps
    }

    /// Announces the number of steps of an online schedule. Best before the last step is run, as then that
    /// step is recorded at once; if the end shows only after it, announce it then.
    ///
    /// # Errors
    /// If the length was known, if more steps were run, or if there are more than the schedule can serve.
    pub fn finish(&mut self, steps: u64) -> Result<(), ScheduleError> {
        if let Some(steps) = self.work.steps {
            return Err(ScheduleError::LengthKnown { steps });
        }
        let at = self.work.sweep_at().unwrap_or(steps);
        if at > steps {
            return Err(ScheduleError::Overrun { asked: steps, at });
        }
        self.spec.check(Some(steps))?;
        self.work.steps = Some(steps);
        Ok(())
    }

    fn expand(&mut self, task: Task) {
        let work = &mut self.work;
        match task {
            Task::Do(_) => {}
            Task::Leaf { step, held } => work.leaf(step, held),
            Task::Binomial {
                from,
                to,
                slots,
                held,
            } => work.binomial(from, to, slots, held),
            Task::Split {
                from,
                to,
                slots,
                reach,
                repetitions,
                held,
            } => work.split(from, to, slots, Level { repetitions, reach }, held),
            Task::Again { from, to, held } => work.again(from, to, held),
            // A length that is not known has the limits of one that is: here the sweep ends, see `finish`.
            Task::Sweep { at } if work.steps.is_none() && self.spec.bounded(at + 1).is_err() => {}
            Task::Sweep { at } => sweep::sweep(&self.spec, at, work),
            Task::Unwind { to, mark } => sweep::unwind(&self.spec, to, mark, work),
            Task::Record { at, from, to } => sweep::record(&self.spec, at, from, to, work),
            Task::Tapes { from, to } => sweep::tapes(&self.spec, from, to, work),
            Task::Turn => {
                work.adjoints_left = work.adjoints_left.saturating_sub(1);
                if work.adjoints_left > 0 {
                    match self.spec {
                        Spec::Revolve { .. } => chains::restart(work),
                        _ => sweep::restart(&self.spec, work),
                    }
                }
                work.act(Action::EndAdjoint);
            }
            _ => self.tables.expand(task, work),
        }
    }
}

impl Iterator for Schedule {
    type Item = Action;

    #[inline]
    fn next(&mut self) -> Option<Action> {
        loop {
            match self.work.pop()? {
                Task::Do(action) => {
                    self.drawn += 1;
                    return Some(action);
                }
                task => self.expand(task),
            }
        }
    }
}

impl std::iter::FusedIterator for Schedule {}
