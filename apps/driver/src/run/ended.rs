//! How a run of the checkpointing library ends.
//!
//! Owns: what its errors are to whoever started it. Must not: run it.

use crate::end::End;
use crate::output;
use crate::setting::Setting;
use enzyme_case::Complaint;
use enzyme_checkpoint::{Outcome, Report, RunError};

/// The report of a run that is done; one that was stopped says how far it has come.
pub(super) fn well(
    outcome: Result<Outcome, RunError>,
    setting: &Setting<'_>,
) -> Result<Report, End> {
    match outcome.map_err(end)? {
        Outcome::Done(report) => Ok(report),
        Outcome::Stopped { report, .. } => {
            if setting.ranks.is_first() {
                output::text::stopped(&report, setting.is_anew);
            }
            Err(End::Unfinished)
        }
    }
}

fn end(error: RunError) -> End {
    match error {
        RunError::Peer { .. } => End::Refused(Vec::new()),
        RunError::Store(error) => End::Environment(vec![Complaint::of(&error)]),
        RunError::Journal(error) => {
            let anew =
                "start anew, without what that run has left: enzyme-rs run CASE.toml --fresh";
            End::Refused(vec![Complaint::of(&error).help(anew)])
        }
        other => End::Refused(vec![Complaint::of(&other)]),
    }
}
