//! How a run of the checkpointing library ends.
//!
//! Owns: what its errors are to whoever started it. Must not: run it.

use crate::end::End;
use crate::output;
use crate::setting::{Setting, changed};
use enzyme_case::{Complaint, words};
use enzyme_checkpoint::{JournalError, Outcome, Peers as _, Report, RunError};

/// The report of a run that is done; one that was stopped says how far it has come.
pub(super) fn well(
    outcome: Result<Outcome, RunError>,
    setting: &Setting<'_>,
) -> Result<Report, End> {
    match outcome.map_err(|error| end(error, setting))? {
        Outcome::Done(report) => Ok(report),
        Outcome::Stopped { report, .. } => {
            let is_asked = setting.ranks.union(setting.stop.is_requested().into()) > 0;
            if report.saves == 0 && !is_asked {
                return Err(End::Refused(vec![no_further(report.rebuilt_steps)]));
            }
            if setting.ranks.is_first() {
                output::text::stopped(&report, setting.is_anew);
            }
            Err(End::Unfinished)
        }
    }
}

/// That the time was over before the run stood where an earlier process had left it: the same command would come as far each time.
fn no_further(steps: u64) -> Complaint {
    let steps = words::counted(steps as usize, "step");
    let what = format!(
        "out of time before checkpoints that had been in memory were there again, {steps} on the way: the run has come no further"
    );
    Complaint::new(what)
        .help("give the task more time: `limit` in `[checkpoints]`, or that of the job")
        .help("give checkpoints more room on disk, where they outlive a process: `disk` in `[checkpoints]`")
}

fn end(error: RunError, setting: &Setting<'_>) -> End {
    match error {
        RunError::Peer { .. } => End::Refused(Vec::new()),
        RunError::Store(error) => End::Environment(vec![Complaint::of(&error)]),
        RunError::Journal(error) => {
            let anew =
                "start anew, without what that run has left: enzyme-rs run CASE.toml --fresh";
            End::Refused(vec![another(&error, setting).help(anew)])
        }
        other => End::Refused(vec![Complaint::of(&other)]),
    }
}

/// That the run which has begun is another one, as far as that can be told in the case's words.
fn another(error: &JournalError, setting: &Setting<'_>) -> Complaint {
    let JournalError::Other { here, there, .. } = error else {
        return Complaint::of(error);
    };
    let changed = changed(here, there);
    if changed.is_empty() {
        return Complaint::of(error);
    }
    let folder = setting.case.output.display();
    let changed = changed.join(", and ");
    Complaint::new(format!("the run in {folder} is another one: {changed}"))
}
