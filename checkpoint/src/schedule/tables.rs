//! The tables behind schedules. Owns which schedule has which, and how large one may be; draws nothing.

use super::error::ScheduleError;
use super::spec::Spec;
use crate::dp::{hierarchy, intervals, units};
use crate::prices::StorageLevel;
use std::sync::Arc;

/// The table behind a schedule: made from its parameters, never part of the cursor.
#[derive(Clone, Debug)]
pub(super) enum Tables {
    /// Closed form.
    None,
    Levels {
        table: Arc<hierarchy::Table>,
        slots: Vec<u64>,
    },
    /// `table` is for stages; plain tapes have a closed form.
    Units {
        table: Option<Arc<units::Table>>,
        units: u64,
        tape: u64,
    },
    Intervals(Arc<intervals::Table>),
}

/// Entries of a table of several levels: 800 MB.
const LARGEST_LEVELS: u128 = 100_000_000;

/// Entries of a table of units: 800 MB.
const LARGEST_UNITS: u128 = 200_000_000;

/// What a row takes besides, in entries.
const ROW: u128 = 16;

impl Tables {
    pub(super) fn of(spec: &Spec, steps: Option<u64>) -> Result<Self, ScheduleError> {
        let steps = steps.unwrap_or(0);
        let most = |parameter, value, limit| {
            if value <= limit {
                return Ok(());
            }
            Err(ScheduleError::TooLarge {
                name: spec.name(),
                parameter,
                value,
                limit,
                remedy: "use fewer slots, treat several steps as one, or use revolve, multistage, mixed or \
                         periodic-disk-revolve",
            })
        };
        let long = || most("`steps`", u128::from(steps), u128::from(units::LONGEST));
        let fits =
            |entries, limit| most("the size of the tables, steps times slots,", entries, limit);
        match spec {
            Spec::Levels { levels, forward } => {
                long()?;
                let problem = hierarchy::Problem::new(steps, *forward, levels);
                fits(problem.entries(), LARGEST_LEVELS)?;
                // On a level without limit, slots are counted as they are used.
                let slots = |level: &StorageLevel| level.slots.map_or(0, |slots| slots.min(steps));
                let slots = levels.iter().map(slots).collect();
                Ok(Self::Levels {
                    table: hierarchy::Table::of(problem),
                    slots,
                })
            }
            Spec::Mixed { units } => Ok(Self::Units {
                table: None,
                units: (*units).min(steps),
                tape: 1,
            }),
            Spec::Stages { units, stage_units } => {
                long()?;
                // More than all stages of each step is of no use.
                let units = (*units).min(steps.saturating_mul(*stage_units));
                let rows = 2 * (u128::from(units) + 1);
                fits(rows * (u128::from(steps) + ROW), LARGEST_UNITS)?;
                let table = units::Table::of(units::Problem {
                    steps: steps as usize,
                    units: units as usize,
                    stages: *stage_units as usize,
                });
                Ok(Self::Units {
                    table: Some(table),
                    units,
                    tape: *stage_units,
                })
            }
            Spec::StepCosts { costs, slots } => {
                let slots = (*slots).min(steps);
                most(
                    "the size of the tables in bytes, steps times steps times slots,",
                    intervals::bytes(steps, slots),
                    intervals::LARGEST,
                )?;
                let problem = intervals::Problem::new(costs, slots);
                Ok(Self::Intervals(intervals::Table::of(problem)))
            }
            _ => Ok(Self::None),
        }
    }
}
