//! From the library's types to those of C and back. Owns both directions; calls no schedule.

use crate::boundary::{Fail, bad, count, count_or_none, count32, elements, signed};
use crate::types::{Action, ActionKind, Count, Data, Kind, Level, LevelCount, Spec, Status};
use enzyme_checkpoint as lib;
use std::ffi::CStr;

impl Kind {
    /// All, by their numbers.
    const ALL: [Self; 13] = [
        Self::None,
        Self::StoreAll,
        Self::Periodic,
        Self::Revolve,
        Self::Multistage,
        Self::Online,
        Self::Dynamic,
        Self::Levels,
        Self::PeriodicDisk,
        Self::Mixed,
        Self::Stages,
        Self::TwoLevel,
        Self::StepCosts,
    ];

    pub(crate) fn of(spec: &lib::Spec) -> Self {
        match spec {
            lib::Spec::None => Self::None,
            lib::Spec::StoreAll { .. } => Self::StoreAll,
            lib::Spec::Periodic { .. } => Self::Periodic,
            lib::Spec::Revolve { .. } => Self::Revolve,
            lib::Spec::Multistage { .. } => Self::Multistage,
            lib::Spec::Online { .. } => Self::Online,
            lib::Spec::Dynamic { .. } => Self::Dynamic,
            lib::Spec::Levels { .. } => Self::Levels,
            lib::Spec::PeriodicDisk { .. } => Self::PeriodicDisk,
            lib::Spec::Mixed { .. } => Self::Mixed,
            lib::Spec::Stages { .. } => Self::Stages,
            lib::Spec::TwoLevel { .. } => Self::TwoLevel,
            lib::Spec::StepCosts { .. } => Self::StepCosts,
        }
    }
}

impl Kind {
    /// Whether one adjoint is all that such a schedule can follow a forward run with.
    fn serves_one(self) -> bool {
        !matches!(
            self,
            Self::StoreAll | Self::Periodic | Self::Revolve | Self::TwoLevel
        )
    }
}

impl Spec {
    /// The schedule that C describes.
    ///
    /// # Safety
    /// `levels` and `step_costs` are NULL or point to as many elements as their counts say.
    pub(crate) unsafe fn read(&self) -> Result<lib::Spec, Fail> {
        let kind = usize::try_from(self.kind)
            .ok()
            .and_then(|kind| Kind::ALL.get(kind))
            .ok_or_else(|| bad(format!("`kind` is {}: no such schedule", self.kind)))?;
        let adjoints = || count32("adjoints", self.adjoints);
        if kind.serves_one() && self.adjoints > 1 {
            return Err(bad(format!(
                "`adjoints` is {}: schedule `{kind:?}` serves one; StoreAll, Periodic, Revolve and TwoLevel serve several",
                self.adjoints
            )));
        }
        let slots = || count("slots", self.slots);
        let period = || count("period", self.period);
        Ok(match kind {
            Kind::None => lib::Spec::None,
            Kind::StoreAll => lib::Spec::StoreAll {
                adjoints: adjoints()?,
            },
            Kind::Periodic => lib::Spec::Periodic {
                period: period()?,
                level: u8::try_from(self.level)
                    .map_err(|_| bad(format!("`level` is {}: it is 0 to 255", self.level)))?,
                adjoints: adjoints()?,
            },
            Kind::Revolve => lib::Spec::Revolve {
                slots: slots()?,
                adjoints: adjoints()?,
            },
            Kind::Multistage => lib::Spec::Multistage {
                ram: slots()?,
                disk: count("disk", self.disk)?,
                write: self.write,
                read: self.read,
            },
            Kind::Online => lib::Spec::Online { slots: slots()? },
            Kind::Dynamic => lib::Spec::Dynamic { slots: slots()? },
            Kind::Levels => lib::Spec::Levels {
                // SAFETY: promised by the caller.
                levels: unsafe { levels(self.levels, self.level_count) }?,
                forward: self.forward,
            },
            Kind::PeriodicDisk => lib::Spec::PeriodicDisk {
                ram: slots()?,
                period: period()?,
            },
            Kind::Mixed => lib::Spec::Mixed { units: slots()? },
            Kind::Stages => lib::Spec::Stages {
                units: slots()?,
                stage_units: count("stage_units", self.stage_units)?,
            },
            Kind::TwoLevel => lib::Spec::TwoLevel {
                period: period()?,
                ram: slots()?,
                adjoints: adjoints()?,
            },
            Kind::StepCosts => lib::Spec::StepCosts {
                // SAFETY: promised by the caller.
                costs: unsafe { elements("step_costs", self.step_costs, self.step_cost_count) }?
                    .to_vec(),
                slots: slots()?,
            },
        })
    }
}

/// The storage levels that C describes.
///
/// # Safety
/// `start` is NULL or points to `len` levels.
pub(crate) unsafe fn levels(start: *const Level, len: i32) -> Result<Vec<lib::StorageLevel>, Fail> {
    // SAFETY: promised by the caller.
    let levels = unsafe { elements("levels", start, i64::from(len)) }?;
    let level = |level: &Level| {
        Ok(lib::StorageLevel {
            slots: count_or_none("slots", level.slots)?,
            write: level.write,
            read: level.read,
        })
    };
    levels.iter().map(level).collect()
}

/// The limits, in units of each level, that C describes.
///
/// # Safety
/// `start` is NULL or points to `len` numbers.
pub(crate) unsafe fn limits(start: *const i64, len: i32) -> Result<Vec<Option<u64>>, Fail> {
    // SAFETY: promised by the caller.
    let limits = unsafe { elements("limits", start, i64::from(len)) }?;
    let limit = |limit: &i64| count_or_none("limits", *limit);
    limits.iter().map(limit).collect()
}

impl From<lib::Data> for Data {
    fn from(data: lib::Data) -> Self {
        match data {
            lib::Data::State => Self::State,
            lib::Data::Tape => Self::Tape,
            lib::Data::Stages => Self::Stages,
        }
    }
}

impl From<lib::Action> for Action {
    fn from(action: lib::Action) -> Self {
        let bare = |kind: ActionKind, step: i64, end: i64| Self {
            kind: kind as i32,
            data: Data::Nothing as i32,
            step,
            end,
            level: -1,
            reserved: 0,
            slot: -1,
        };
        let one = |kind, step| bare(kind, signed(step), signed(step + 1));
        let at = |action: Self, slot: lib::Slot| Self {
            level: i32::from(slot.level),
            slot: i64::from(slot.index),
            ..action
        };
        let moved = |kind, data, step, slot| {
            let step = signed(step);
            let data = Data::from(data) as i32;
            let action = bare(kind, step, step);
            at(Self { data, ..action }, slot)
        };
        match action {
            lib::Action::Advance { from, to } => {
                bare(ActionKind::Advance, signed(from), signed(to))
            }
            lib::Action::Record { step } => one(ActionKind::Record, step),
            lib::Action::Reverse { step } => one(ActionKind::Reverse, step),
            lib::Action::Store { data, step, slot } => moved(ActionKind::Store, data, step, slot),
            lib::Action::Restore { data, step, slot } => {
                moved(ActionKind::Restore, data, step, slot)
            }
            lib::Action::Discard { slot } => at(bare(ActionKind::Discard, -1, -1), slot),
            lib::Action::EndForward => bare(ActionKind::EndForward, -1, -1),
            lib::Action::EndAdjoint => bare(ActionKind::EndAdjoint, -1, -1),
        }
    }
}

impl Action {
    /// The action that C describes.
    pub(crate) fn read(&self) -> Result<lib::Action, Fail> {
        let step = || count("step", self.step);
        let slot = || -> Result<lib::Slot, Fail> {
            let level = u8::try_from(self.level)
                .map_err(|_| bad(format!("`level` is {}: it is 0 to 255", self.level)))?;
            let index = u32::try_from(self.slot)
                .map_err(|_| bad(format!("`slot` is {}: it is 0 to 2^32 - 1", self.slot)))?;
            Ok(lib::Slot { level, index })
        };
        let data = || match self.data {
            1 => Ok(lib::Data::State),
            2 => Ok(lib::Data::Tape),
            3 => Ok(lib::Data::Stages),
            data => Err(bad(format!("`data` is {data}: no such data"))),
        };
        Ok(match self.kind {
            0 => lib::Action::Advance {
                from: step()?,
                to: count("end", self.end)?,
            },
            1 => lib::Action::Record { step: step()? },
            2 => lib::Action::Reverse { step: step()? },
            3 => lib::Action::Store {
                data: data()?,
                step: step()?,
                slot: slot()?,
            },
            4 => lib::Action::Restore {
                data: data()?,
                step: step()?,
                slot: slot()?,
            },
            5 => lib::Action::Discard { slot: slot()? },
            6 => lib::Action::EndForward,
            7 => lib::Action::EndAdjoint,
            kind => return Err(bad(format!("`kind` is {kind}: no such action"))),
        })
    }
}

impl From<&lib::Count> for Count {
    fn from(count: &lib::Count) -> Self {
        Self {
            advances: signed(count.advances),
            records: signed(count.records),
            reverses: signed(count.reverses),
            forward_steps: signed(count.forward_steps()),
            writes: signed(count.writes()),
            reads: signed(count.reads()),
            actions: signed(count.actions),
            levels: i32::try_from(count.levels.len()).unwrap_or(i32::MAX),
            reserved: 0,
        }
    }
}

impl From<lib::LevelCount> for LevelCount {
    fn from(level: lib::LevelCount) -> Self {
        Self {
            writes: signed(level.writes),
            reads: signed(level.reads),
            peak: signed(level.peak),
        }
    }
}

/// The schedule's name, for C.
pub(crate) fn name(spec: &lib::Spec) -> &'static CStr {
    match spec.name() {
        "none" => c"none",
        "store-all" => c"store-all",
        "periodic" => c"periodic",
        "revolve" => c"revolve",
        "multistage" => c"multistage",
        "online" => c"online",
        "dynamic" => c"dynamic",
        "disk-revolve" => c"disk-revolve",
        "h-revolve" => c"h-revolve",
        "periodic-disk-revolve" => c"periodic-disk-revolve",
        "mixed" => c"mixed",
        "stages" => c"stages",
        "two-level" => c"two-level",
        "step-costs" => c"step-costs",
        _ => c"",
    }
}

impl From<lib::ScheduleError> for Fail {
    fn from(error: lib::ScheduleError) -> Self {
        let status = match error {
            lib::ScheduleError::LengthKnown { .. } | lib::ScheduleError::Overrun { .. } => {
                Status::Length
            }
            lib::ScheduleError::CursorVersion { .. } => Status::BadCursor,
            lib::ScheduleError::Invalid { .. }
            | lib::ScheduleError::LengthNeeded { .. }
            | lib::ScheduleError::TooLarge { .. } => Status::NoSchedule,
        };
        Self::new(status, error.to_string())
    }
}

impl From<lib::Violation> for Fail {
    fn from(violation: lib::Violation) -> Self {
        Self::new(Status::Violation, violation.to_string())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test fails by it")]
mod tests {
    use super::*;

    #[test]
    fn kinds_are_listed_by_number() {
        for (number, kind) in Kind::ALL.iter().enumerate() {
            assert_eq!(*kind as usize, number);
        }
    }

    #[test]
    fn actions_come_back() {
        let slot = lib::Slot {
            level: 3,
            index: 70_000,
        };
        let mut actions = vec![
            lib::Action::Advance { from: 3, to: 9 },
            lib::Action::Record { step: 5 },
            lib::Action::Reverse { step: 6 },
            lib::Action::Discard { slot },
            lib::Action::EndForward,
            lib::Action::EndAdjoint,
        ];
        for data in [lib::Data::State, lib::Data::Tape, lib::Data::Stages] {
            let step = 11;
            actions.push(lib::Action::Store { data, step, slot });
            actions.push(lib::Action::Restore { data, step, slot });
        }
        for action in actions {
            assert_eq!(Action::from(action).read().unwrap(), action);
        }
    }
}
