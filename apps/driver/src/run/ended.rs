//! How a run of the checkpointing library ends.
//!
//! Owns: what its errors are to whoever started it. Must not: run it.

use crate::another;
use crate::end::End;
use crate::output;
use crate::setting::Setting;
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
        RunError::Apart { what } => End::Refused(vec![apart(&what)]),
        RunError::Store(error) => End::Environment(vec![Complaint::of(&error)]),
        RunError::Journal(error) => End::Refused(vec![other(&error, setting).help(another::ANEW)]),
        other => End::Refused(vec![Complaint::of(&other)]),
    }
}

/// That ranks do not do the same.
fn apart(what: &str) -> Complaint {
    Complaint::new(format!("the ranks of the run do not agree on {what}"))
        .help("let all of them name the same number of steps in `create`, or say at the same state that they are done")
        .help("let all of them read the same case, and the same files beside it")
}

/// That the run which has begun is another one, as far as that can be told in the case's words.
fn other(error: &JournalError, setting: &Setting<'_>) -> Complaint {
    let by_content = match error {
        JournalError::Other { here, there, .. } => {
            another::by_content(&setting.case.output, here, there)
        }
        _ => None,
    };
    by_content.unwrap_or_else(|| Complaint::of(error))
}
