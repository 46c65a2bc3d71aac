//! The schedules there are, as data: what a planner returns, a journal writes and a user asks for.

use super::error::ScheduleError;
use crate::binomial::{beta, least_advances};
use crate::prices::{StorageLevel, is_cost};
use serde::{Deserialize, Serialize};

/// Which schedule, with its parameters. Slots count the one for the initial state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Spec {
    /// Forward only, no adjoint. Any length.
    None,
    /// The tape of every step is kept, on level 0. No step is repeated. Any length.
    StoreAll {
        /// Adjoints to compute.
        adjoints: u32,
    },
    /// The state at every `period`-th step is kept; in reverse, one period at a time is recorded with all
    /// its tapes, on level 0. No step runs more than twice. Any length.
    Periodic {
        /// Steps between two states.
        period: u64,
        /// Storage level of the states.
        level: u8,
        /// Adjoints to compute.
        adjoints: u32,
    },
    /// Binomial checkpointing on level 0: fewest advances, and fewest writes among those. Known length.
    /// Griewank & Walther, ACM TOMS 26(1), 2000, doi 10.1145/347837.347846.
    Revolve {
        /// Checkpoints that fit.
        slots: u64,
        /// Adjoints to compute; each runs the schedule anew from the initial state.
        adjoints: u32,
    },
    /// The steps of Revolve with `ram + disk` slots; the slots that are accessed most, weighed with the
    /// costs of the disk, are those in memory. Known length.
    /// Stumm & Walther, SIAM J. Sci. Comput. 31(3), 2009, doi 10.1137/080718036.
    Multistage {
        /// Slots of level 0.
        ram: u64,
        /// Slots of level 1.
        disk: u64,
        /// Cost of a write to level 1, in any unit.
        write: f64,
        /// Cost of a read from level 1, in the same unit.
        read: f64,
    },
    /// Unknown length: fewest forward steps for every length up to beta(slots, 2) (the range of r = 2), and
    /// within a few per cent of it up to beta(slots, 3) (r = 3) and beyond. Writes at every second step. The
    /// problem is that of Stumm & Walther, SIAM J. Sci. Comput. 32(2), 2010,
    /// doi 10.1137/080742439; how checkpoints are placed is explained in the module `online`.
    Online {
        /// Checkpoints that fit on level 0.
        slots: u64,
    },
    /// Unknown length: no step is repeated more often than in the best schedule for the length so far.
    /// Writes more often than [`Spec::Online`].
    /// Wang, Moin & Iaccarino, SIAM J. Sci. Comput. 31(4), 2009, doi 10.1137/080727890.
    Dynamic {
        /// Checkpoints that fit on level 0.
        slots: u64,
    },
    /// The cheapest schedule for storage levels with slots and costs each, the last one perhaps without
    /// limit. A level that is faster than the one before it is refused; of two of which one writes faster and the other
    /// reads faster, the cheapest that uses them in the order given. Known length. With a limit: H-Revolve, Herrmann & Pallez, 2020,
    /// doi 10.1145/3378672. Two levels, the second without limit: Disk-Revolve, Aupy, Herrmann, Hovland
    /// & Robert, SIAM J. Sci. Comput. 38(3), 2016, doi 10.1137/15M1019222.
    Levels {
        /// The storage levels, fastest first.
        levels: Vec<StorageLevel>,
        /// Cost of a forward step, in the unit of the levels' costs.
        forward: f64,
    },
    /// A state on disk every `period` steps, each period reversed by Revolve in memory; for periods as
    /// [`disk_period`] finds them asymptotically as good as Disk-Revolve. Known length.
    /// Aupy & Herrmann, 2017, doi 10.1080/10556788.2016.1230612.
    PeriodicDisk {
        /// Slots of level 0.
        ram: u64,
        /// Steps between two states on level 1.
        period: u64,
    },
    /// A unit of level 0 keeps a state or the tape of one step: fewest forward steps. Known length.
    /// Maddison, 2024, doi 10.1016/j.jocs.2024.102405.
    Mixed {
        /// Units of storage.
        units: u64,
    },
    /// Multistage time steppers: a checkpoint keeps a state (one unit of level 0) or the stages of a step
    /// together with the state after it (`stage_units`). Fewest forward steps. Known length.
    /// Zhang & Constantinescu, arXiv 2106.13879.
    Stages {
        /// Units of storage.
        units: u64,
        /// Units that the stages of one step and the state after it take.
        stage_units: u64,
    },
    /// A state on disk every `period` steps, kept for all adjoints; each period is reversed by Revolve
    /// from there, with `ram` slots on top. Any length.
    /// Pringle et al., 2016; Goldberg et al., 2020.
    TwoLevel {
        /// Steps between two states on level 1.
        period: u64,
        /// Slots of level 0.
        ram: u64,
        /// Adjoints to compute.
        adjoints: u32,
    },
    /// Steps that cost different amounts: least time advanced, on level 0. The length is that of the list.
    /// The heterogeneous case of Griewank & Walther's recurrence.
    StepCosts {
        /// Cost of each step, in any unit.
        costs: Vec<f64>,
        /// Checkpoints that fit.
        slots: u64,
    },
}

/// Steps that a schedule can have: with these, counts and formulas stay within 64 bits.
pub(super) const MOST_STEPS: u64 = 1 << 40;

/// Checkpoints that a schedule can hold at a time: it keeps a list of them.
const MOST_SLOTS: u64 = 1 << 24;

/// Tapes that can be numbered on a level.
const MOST_TAPES: u64 = 1 << 32;

impl Spec {
    /// H-Revolve with two levels, or Disk-Revolve if `disk` has no limit.
    #[must_use]
    pub fn ram_and_disk(ram: u64, disk: Option<u64>, forward: f64, write: f64, read: f64) -> Self {
        let disk = StorageLevel {
            slots: disk,
            write,
            read,
        };
        Self::Levels {
            levels: vec![StorageLevel::free(ram), disk],
            forward,
        }
    }

    /// The schedule's name, as in the literature.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::None => "none",
            Self::StoreAll { .. } => "store-all",
            Self::Periodic { .. } => "periodic",
            Self::Revolve { .. } => "revolve",
            Self::Multistage { .. } => "multistage",
            Self::Online { .. } => "online",
            Self::Dynamic { .. } => "dynamic",
            Self::Levels { levels, .. } => match levels.last() {
                Some(StorageLevel { slots: None, .. }) => "disk-revolve",
                _ => "h-revolve",
            },
            Self::PeriodicDisk { .. } => "periodic-disk-revolve",
            Self::Mixed { .. } => "mixed",
            Self::Stages { .. } => "stages",
            Self::TwoLevel { .. } => "two-level",
            Self::StepCosts { .. } => "step-costs",
        }
    }

    /// Whether the number of steps may become known only in the course of the run.
    #[must_use]
    pub fn is_online(&self) -> bool {
        matches!(
            self,
            Self::None
                | Self::StoreAll { .. }
                | Self::Periodic { .. }
                | Self::Online { .. }
                | Self::Dynamic { .. }
                | Self::TwoLevel { .. }
        )
    }

    /// How many adjoints follow one forward run.
    #[must_use]
    pub fn adjoints(&self) -> u32 {
        match *self {
            Self::None => 0,
            Self::StoreAll { adjoints }
            | Self::Periodic { adjoints, .. }
            | Self::Revolve { adjoints, .. }
            | Self::TwoLevel { adjoints, .. } => adjoints,
            _ => 1,
        }
    }

    /// Units that a tape takes on its level, a state taking one.
    #[must_use]
    pub fn tape_units(&self) -> u64 {
        if let Self::Stages { stage_units, .. } = self {
            *stage_units
        } else {
            1
        }
    }

    /// Most units in use on each level at any time; `None` is no limit. Levels beyond are not used.
    #[must_use]
    pub fn limits(&self) -> Vec<Option<u64>> {
        match self {
            Self::None => Vec::new(),
            Self::StoreAll { .. } | Self::Periodic { level: 0, .. } => vec![None],
            Self::Periodic { period, level, .. } => {
                let mut limits = vec![None; usize::from(*level) + 1];
                limits[1..usize::from(*level)].fill(Some(0));
                limits[0] = Some(*period);
                limits
            }
            Self::Revolve { slots, .. }
            | Self::Online { slots }
            | Self::Dynamic { slots }
            | Self::StepCosts { slots, .. } => vec![Some(*slots)],
            Self::Multistage { ram, disk, .. } => vec![Some(*ram), Some(*disk)],
            Self::Levels { levels, .. } => levels.iter().map(|level| level.slots).collect(),
            Self::PeriodicDisk { ram, .. } | Self::TwoLevel { ram, .. } => vec![Some(*ram), None],
            Self::Mixed { units } | Self::Stages { units, .. } => vec![Some(*units)],
        }
    }

    /// Refuses numbers above what can be served, for a known length or as far as a sweep has come.
    pub(super) fn bounded(&self, steps: u64) -> Result<(), ScheduleError> {
        let most = |parameter, value: u64, limit: u64, remedy| {
            if value <= limit {
                return Ok(());
            }
            Err(ScheduleError::TooLarge {
                name: self.name(),
                parameter,
                value: value.into(),
                limit: limit.into(),
                remedy,
            })
        };
        most("`steps`", steps, MOST_STEPS, "treat several steps as one")?;
        // More slots than steps are of no use, and never taken.
        let slots =
            |parameter, slots: u64| most(parameter, slots.min(steps), MOST_SLOTS, "give fewer");
        let states = |period: u64| {
            most("`period`", period, MOST_STEPS, "give a shorter one")?;
            let states = steps.div_ceil(period.max(1));
            let parameter = "the number of states, `steps` over `period`,";
            most(parameter, states, MOST_SLOTS, "give a longer period")
        };
        match *self {
            Self::None | Self::Levels { .. } | Self::Stages { .. } => Ok(()),
            Self::StoreAll { .. } => most("`steps`", steps, MOST_TAPES, "use another schedule"),
            Self::Periodic { period, .. } => {
                states(period)?;
                slots("`period`", period)
            }
            Self::Revolve { slots: count, .. }
            | Self::Online { slots: count }
            | Self::Dynamic { slots: count }
            | Self::StepCosts { slots: count, .. } => slots("`slots`", count),
            Self::Multistage { ram, disk, .. } => slots("`ram` + `disk`", ram.saturating_add(disk)),
            Self::Mixed { units } => slots("`units`", units),
            Self::PeriodicDisk { ram, period } | Self::TwoLevel { ram, period, .. } => {
                states(period)?;
                slots("`ram`", ram.min(period))
            }
        }
    }

    /// Refuses parameters that make no schedule.
    pub(super) fn check(&self, steps: Option<u64>) -> Result<(), ScheduleError> {
        self.bounded(steps.unwrap_or(1))?;
        let invalid = |what: &str| {
            Err(ScheduleError::Invalid {
                name: self.name(),
                what: what.into(),
            })
        };
        if steps.is_none() && !self.is_online() {
            return Err(ScheduleError::LengthNeeded { name: self.name() });
        }
        if !matches!(self, Self::None) && self.adjoints() == 0 {
            return invalid("`adjoints` is 0: use the schedule `none`");
        }
        let short = steps.is_some_and(|steps| steps <= 1);
        match self {
            Self::Periodic { period: 0, .. }
            | Self::PeriodicDisk { period: 0, .. }
            | Self::TwoLevel { period: 0, .. } => invalid("the period is 0: it is at least 1"),
            Self::Online { slots: 0 } | Self::Dynamic { slots: 0 } => {
                invalid("no slot to keep the initial state: give at least 1")
            }
            Self::Revolve { slots: 0, .. } | Self::Mixed { units: 0 } if !short => {
                invalid("no slot to keep the initial state: give at least 1")
            }
            Self::Revolve {
                slots: 0,
                adjoints: 2..,
            } => invalid("no slot to keep the initial state for the next adjoint: give at least 1"),
            Self::StepCosts { slots: 0, .. } | Self::Stages { units: 0, .. } if !short => {
                invalid("no slot to keep the initial state: give at least 1")
            }
            Self::Stages { stage_units: 0, .. } => invalid("`stage_units` is 0: stages take room"),
            Self::PeriodicDisk { ram: 0, .. } => invalid("no slot in memory: give at least 1"),
            Self::Multistage {
                ram: 0, disk: 0, ..
            } if !short => invalid("no slot to keep the initial state: give at least 1"),
            Self::Multistage { write, read, .. } if !is_cost(*write) || !is_cost(*read) => {
                invalid("costs must be finite and not negative")
            }
            Self::Levels { levels, forward } => self.check_levels(levels, *forward, short),
            Self::StepCosts { costs, .. } if steps != Some(costs.len() as u64) => {
                invalid("there must be one cost for each step")
            }
            Self::StepCosts { costs, .. } if !costs.iter().copied().all(is_cost) => {
                invalid("costs must be finite and not negative")
            }
            _ => Ok(()),
        }
    }

    fn check_levels(
        &self,
        levels: &[StorageLevel],
        forward: f64,
        short: bool,
    ) -> Result<(), ScheduleError> {
        let invalid = |what: &str| {
            Err(ScheduleError::Invalid {
                name: self.name(),
                what: what.into(),
            })
        };
        let Some((_, but_last)) = levels.split_last() else {
            return invalid("no storage level: give at least one");
        };
        if levels.len() > usize::from(u8::MAX) {
            return invalid("more than 255 storage levels");
        }
        if but_last.iter().any(|level| level.slots.is_none()) {
            return invalid("only the last storage level may be without limit");
        }
        if !short && levels.iter().all(|level| level.slots == Some(0)) {
            return invalid("no slot to keep the initial state: give at least 1");
        }
        let used: Vec<_> = levels.iter().filter(|l| l.slots != Some(0)).collect();
        let is_faster = |a: &StorageLevel, b: &StorageLevel| {
            a.write <= b.write && a.read <= b.read && (a.write, a.read) != (b.write, b.read)
        };
        if used.windows(2).any(|pair| is_faster(pair[1], pair[0])) {
            return invalid(
                "a storage level is faster than the one before it: order levels and stores fastest first",
            );
        }
        let costs = levels.iter().flat_map(|level| [level.write, level.read]);
        if !costs.chain([forward]).all(is_cost) {
            return invalid("costs must be finite and not negative");
        }
        Ok(())
    }
}

/// Steps: the period at which a write to disk and a read pay best: it makes
/// `(write + read + m forward + t(m, ram) forward) / m` least (Aupy & Herrmann 2017). The
/// numerator is piecewise linear with corners at `m = beta(ram, r)`, so one of those is best.
#[must_use]
pub fn disk_period(ram: u64, forward: f64, write: f64, read: f64) -> u64 {
    let rate = |period: u64| {
        let advances = least_advances(period, ram).unwrap_or(0) as f64;
        (write + read + (period as f64 + advances) * forward) / period as f64
    };
    let mut period = beta(ram, 1);
    // At most this often: periods grow at least linearly, and none longer than this is of use.
    for repetitions in 2..1_000_000 {
        let next = beta(ram, repetitions);
        if next > 1 << 40 || rate(next) >= rate(period) {
            break;
        }
        period = next;
    }
    period.min(MOST_STEPS)
}
