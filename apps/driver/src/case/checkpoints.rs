//! `[checkpoints]`: how states are kept for the reverse pass.
//!
//! Owns: these keys. Must not: choose a schedule.

use super::member;
use enzyme_case::Section;
use enzyme_checkpoint::SCHEDULES;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How states are kept for the reverse pass.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Checkpoints {
    /// The schedule's name; the planner chooses without.
    pub(crate) schedule: Option<String>,
    /// Bytes for checkpoints: of each rank's memory, and of each rank's disk.
    pub(crate) ram: u64,
    pub(crate) disk: u64,
    /// Where those on disk lie.
    pub(crate) folder: PathBuf,
    /// What a crash may cost.
    pub(crate) save: Duration,
    /// How long before the end of a job the run stops.
    pub(crate) margin: Duration,
    /// How long the run may take; then it stops and can go on.
    pub(crate) limit: Option<Duration>,
}

/// The name for no schedule: the run is differentiated as a whole.
pub(crate) const WHOLE: &str = "whole";

/// The name for the schedule that the planner chooses.
const AUTO: &str = "auto";

impl Checkpoints {
    /// Whether the run is to be differentiated as a whole.
    pub(crate) fn is_whole(&self) -> bool {
        self.schedule.as_deref() == Some(WHOLE)
    }
}

/// Memory for checkpoints, unless a case says another number.
const RAM: u64 = 1 << 30;

/// Reads it. Members of an ensemble have their own folders, also for checkpoints.
pub(super) fn read(
    section: &mut Section,
    home: &Path,
    output: &Path,
    member: Option<usize>,
) -> Checkpoints {
    let folder = section.text("folder");
    let folder = folder.map(|folder| member::within(home.join(folder), member));
    let minute = Duration::from_secs(60);
    let limit = section.time("limit");
    if limit == Some(Duration::ZERO) {
        section.refuse(
            "limit",
            "must be more than 0: in no time, no run comes further",
        );
    }
    Checkpoints {
        schedule: schedule(section),
        ram: section.size("ram").unwrap_or(RAM),
        disk: section.size("disk").unwrap_or(0),
        folder: folder.unwrap_or_else(|| output.join("checkpoints")),
        save: section.time("save").unwrap_or(minute),
        margin: section.time("margin").unwrap_or(2 * minute),
        limit,
    }
}

/// The name of a schedule, if one was asked for.
fn schedule(section: &mut Section) -> Option<String> {
    let names = SCHEDULES.into_iter().chain([WHOLE, AUTO]);
    let names: Vec<(&str, &str)> = names.map(|name| (name, name)).collect();
    let name = section.choice("schedule", &names)?;
    (name != AUTO).then(|| name.to_owned())
}
