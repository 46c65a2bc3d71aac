//! Which kind of folder one of results is, a run's or an ensemble's: each writes reports of one name.
//!
//! Owns: the files that tell it. Must not: know what else is there.

use enzyme_case::Complaint;
use std::path::Path;

/// What names the run of a folder, and the table of an ensemble's members.
pub(crate) const RUN: &str = "run.json";
pub(crate) const TABLE: &str = "ensemble.csv";

/// Refuses a run where an ensemble has been.
///
/// # Errors
/// One has.
pub(crate) fn no_ensemble(folder: &Path) -> Result<(), Complaint> {
    refused(folder, TABLE, "an ensemble")
}

/// Refuses an ensemble where a run has been.
///
/// # Errors
/// One has.
pub(crate) fn no_run(folder: &Path) -> Result<(), Complaint> {
    refused(folder, RUN, "a run that is no ensemble")
}

fn refused(folder: &Path, file: &str, whose: &str) -> Result<(), Complaint> {
    if !folder.join(file).exists() {
        return Ok(());
    }
    let what = format!("{} has the results of {whose}", folder.display());
    Err(Complaint::new(what).help("name another `output`, or remove that folder"))
}
