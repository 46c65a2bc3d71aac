//! Whose a folder of files is. Owns the note that says so, and who may take a folder over.
//!
//! The note `PREFIX.checkpoints.owner` names the run and its journal. As long as that journal names files of the run,
//! the folder is the run's, whether it is running or has stopped; what lies there else is left over, and whoever comes
//! next removes it. Each file carries the number of its run besides: nothing is ever taken for that of another one.

use crate::fault::{Fault, StoreError};
use crate::{folder, journal};
use serde::{Deserialize, Serialize};
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

/// The run that checkpoints belong to.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Owner {
    /// Drawn when the run began, and kept by its journal: [`super::Entry::run`] of all its checkpoints.
    pub run: u64,
    /// The file of its journal, if it has one: without it, nobody needs the files when the process has ended.
    pub journal: Option<PathBuf>,
}

/// A number that no other run has.
pub(crate) fn draw() -> u64 {
    let time = SystemTime::now().duration_since(UNIX_EPOCH);
    // A clock that is wrong by half a century is no reason to fail: the other two differ, too.
    let time = time.map_or(0, |time| time.as_nanos());
    RandomState::new().hash_one((time, std::process::id()))
}

/// Takes `place`, the folder of the files that begin with `prefix`, for `owner`.
pub(super) fn take(place: &Path, prefix: &str, owner: &Owner) -> Result<(), StoreError> {
    let note = place.join(format!("{prefix}.checkpoints.owner"));
    // A note that cannot be read protects nothing: the numbers in the files do.
    let before = fs::read(&note).ok();
    let before: Option<Owner> = before.and_then(|bytes| serde_json::from_slice(&bytes).ok());
    if before.as_ref() == Some(owner) {
        return Ok(());
    }
    if let Some(Owner { run, journal }) = before
        && run != owner.run
        && let Some(journal) = journal
        && journal::names_files(&journal, run)
    {
        let cause = format!(
            "it keeps the checkpoints of another run, which goes on with the journal {}",
            journal.display()
        );
        let what = "the folder of the checkpoints";
        let error = StoreError::of(Fault::Busy, "use", what, cause).in_file(place);
        return Err(error.with_remedy(
            "let the other run end first (remove its journal if it never will), or name another folder",
        ));
    }
    let failed = |error| StoreError::of(Fault::Failed, "write", "a file of the run", error);
    let bytes = serde_json::to_vec(owner).map_err(|error| failed(error).in_file(&note))?;
    folder::replace(&note, &[&bytes])
}
