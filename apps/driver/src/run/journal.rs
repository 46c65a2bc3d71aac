//! Where a run writes down how far it has come.
//!
//! Owns: its place, and how often. Must not: write.

use crate::end::{End, together};
use crate::setting::{Part, Setting};
use enzyme_case::Complaint;
use enzyme_checkpoint::{Journal, Peers as _};

/// The journal of this rank, in a run that is this to its task.
pub(super) fn journal_of(setting: &Setting<'_>, part: Part) -> Journal {
    let mut folder = setting.case.output.join("journal");
    match part {
        Part::Whole => {}
        Part::Forward => folder.push("forward"),
        // One after the other: each begins when nothing of the one before is needed.
        Part::Evaluation(_) => folder.push("evaluation"),
    }
    let journal = Journal::new(folder).every(setting.case.checkpoints.save);
    journal.rank(setting.ranks.rank())
}

/// The journal of this rank.
pub(super) fn journal(setting: &Setting<'_>) -> Journal {
    journal_of(setting, setting.part)
}

/// Forgets how far a run has come, on all ranks: what it has found is safe.
pub(super) fn clear(setting: &Setting<'_>) -> Result<(), End> {
    let cleared = journal(setting).clear();
    let cleared = cleared.map_err(|error| End::Environment(vec![Complaint::of(&error)]));
    together(cleared, setting.ranks)
}

/// The parts that runs have in tasks, all of which have one journal for all evaluations.
const PARTS: [Part; 3] = [Part::Whole, Part::Forward, Part::Evaluation(0)];

/// Whether some run of a task has written down on this rank how far it has come.
pub(super) fn is_there(setting: &Setting<'_>) -> bool {
    PARTS.iter().any(|part| journal_of(setting, *part).exists())
}

/// Forgets how far any run of this task has come, on this rank.
pub(super) fn forget(setting: &Setting<'_>) -> Result<(), End> {
    for part in PARTS {
        let cleared = journal_of(setting, part).clear();
        cleared.map_err(|error| End::Environment(vec![Complaint::of(&error)]))?;
    }
    Ok(())
}
