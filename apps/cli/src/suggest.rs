//! Values of arguments that shells complete.
//!
//! Owns: telling clap of them. Must not: refuse any other; who uses a value judges it, and says more than clap would.

use crate::explain;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;
use enzyme_checkpoint::SCHEDULES;
use std::ffi::OsStr;
use std::sync::LazyLock;

/// A text, with values that it may well have.
#[derive(Clone)]
pub(crate) struct Suggested(fn() -> Vec<PossibleValue>);

/// Diagnostic codes, with their titles.
pub(crate) fn codes() -> Suggested {
    static KNOWN: LazyLock<Vec<(String, String)>> = LazyLock::new(|| explain::titles().collect());
    Suggested(|| {
        let value = |(code, title): &'static (String, String)| {
            PossibleValue::new(code.as_str()).help(title.as_str())
        };
        KNOWN.iter().map(value).collect()
    })
}

/// Names of schedules.
pub(crate) fn schedules() -> Suggested {
    Suggested(|| SCHEDULES.map(PossibleValue::new).into())
}

/// Optimisation levels of compilers.
pub(crate) fn levels() -> Suggested {
    Suggested(|| ["0", "1", "2", "3", "s"].map(PossibleValue::new).into())
}

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        _: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let text = value.to_str().map(str::to_owned);
        text.ok_or_else(|| clap::Error::new(ErrorKind::InvalidUtf8).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use enzyme_checkpoint::{Budget, StepCosts, StorageLevel, plan};

    #[test]
    fn every_schedule_that_a_plan_finds_is_suggested() {
        let disk = |slots| StorageLevel {
            slots,
            write: 2.0,
            read: 2.0,
        };
        let step = StepCosts {
            forward: 1.0,
            adjoint: 1.0,
        };
        let mut found = 0;
        for disk in [None, Some(disk(Some(10))), Some(disk(None))] {
            for (steps_known, tape_units) in [
                (true, None),
                (false, None),
                (true, Some(1)),
                (true, Some(3)),
            ] {
                for ram in [9, 1000] {
                    let levels = [StorageLevel::free(ram)].into_iter().chain(disk).collect();
                    let budget = Budget {
                        steps: 100,
                        steps_known,
                        adjoints: 1,
                        levels,
                        step,
                        tape_units,
                    };
                    let plan = plan(&budget).unwrap();
                    let names = plan
                        .candidates
                        .iter()
                        .map(|candidate| candidate.spec.name());
                    for name in names {
                        assert!(SCHEDULES.contains(&name), "{name}");
                        found += 1;
                    }
                }
            }
        }
        assert!(found > 20);
    }
}
