//! A run as a member of an ensemble: `member.json` in its folder says that it is finished, and what it has found.
//!
//! A lock keeps two processes from working at one member, as where an ensemble was killed and begun again while its members go on: the second waits, and
//! finds the member finished.
//!
//! Owns: that file, and the lock. Must not: know the other members.

use crate::case::{Case, Member};
use crate::end::{End, environment};
use crate::results::Found;
use crate::whole_file;
use enzyme_case::Complaint;
use serde::{Deserialize, Serialize};
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// What a finished member has left.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Kept {
    pub(crate) member: usize,
    /// All of the case that the result depends on.
    pub(crate) of: String,
    /// The checksum of the simulation's library.
    pub(crate) library: String,
    pub(crate) ranks: u32,
    /// How long the last process has worked on it.
    pub(crate) seconds: f64,
    pub(crate) found: Found,
}

fn path(output: &Path) -> PathBuf {
    output.join("member.json")
}

/// The checksum of a library; of none, if it cannot be read, which is said elsewhere.
pub(crate) fn library(path: &Path) -> String {
    let bytes = std::fs::read(path).unwrap_or_default();
    format!("{:016x}", enzyme_checkpoint::store::checksum(&bytes))
}

/// What a member has left, if it is finished.
///
/// # Errors
/// The file cannot be read.
pub(crate) fn read(output: &Path) -> Result<Option<Kept>, Complaint> {
    let path = path(output);
    let cannot = |why: String| {
        let complaint = Complaint::new(format!("cannot read {}: {why}", path.display()));
        complaint.help("remove it, and the member is run again")
    };
    match std::fs::read_to_string(&path) {
        Ok(text) => serde_json::from_str(&text)
            .map(Some)
            .map_err(|error| cannot(error.to_string())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(cannot(error.to_string())),
    }
}

impl Kept {
    /// Complains unless this is what the member of a case has left.
    pub(crate) fn is_of(&self, case: &Case, library: Option<&str>) -> Result<(), Complaint> {
        let there = case.output.display();
        let here = case.member.as_ref().map_or("", |member| &*member.of);
        let complaint = if self.of != here {
            let what = format!(
                "the member in {there} is another one\n  here: {here}\n  there: {}",
                self.of
            );
            Complaint::new(what)
        } else if library.is_some_and(|library| library != self.library) {
            let library = case.application.display();
            Complaint::new(format!(
                "{library} has changed since the member in {there} was run"
            ))
        } else {
            return Ok(());
        };
        let complaint = complaint.help("name another `output` for other members");
        Err(complaint.help("begin anew, with all of them: enzyme-rs run CASE.toml --fresh"))
    }
}

/// What keeps other processes away from a member while it lives.
pub(crate) struct Held(#[expect(dead_code, reason = "it is held, and not read")] Option<File>);

/// Takes a member for this process, and says whether it is finished.
pub(crate) fn hold(case: &Case, fresh: bool) -> Result<(Held, Option<Kept>), End> {
    let output = &case.output;
    let what = format!("cannot make {}", output.display());
    std::fs::create_dir_all(output).map_err(|error| environment(&what, &error))?;
    let what = format!("cannot lock {}", output.display());
    let held = lock(&output.join("lock")).map_err(|error| environment(&what, &error))?;
    if fresh {
        forget(output).map_err(|error| environment("cannot begin anew", &error))?;
        return Ok((held, None));
    }
    let refused = |complaint| End::Refused(vec![complaint]);
    let kept = read(output).map_err(refused)?;
    if let Some(kept) = &kept {
        kept.is_of(case, Some(&library(&case.application)))
            .map_err(refused)?;
    }
    Ok((held, kept))
}

fn lock(path: &Path) -> std::io::Result<Held> {
    let file = File::create(path)?;
    let locked = match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            eprintln!("note: another process runs this member; waiting for its end");
            file.lock()
        }
        Err(TryLockError::Error(error)) => Err(error),
        Ok(()) => Ok(()),
    };
    match locked {
        Ok(()) => Ok(Held(Some(file))),
        Err(error) if error.kind() == ErrorKind::Unsupported => {
            eprintln!(
                "note: this file system has no locks: see that no other process runs this member"
            );
            Ok(Held(None))
        }
        Err(error) => Err(error),
    }
}

/// Forgets that a member is finished.
fn forget(output: &Path) -> std::io::Result<()> {
    whole_file::remove(&path(output))
}

/// Writes down that a member is finished. The file appears when it is whole.
pub(crate) fn keep(
    case: &Case,
    member: &Member,
    (ranks, seconds): (u32, f64),
    found: Found,
) -> Result<(), End> {
    let kept = Kept {
        member: member.number,
        of: member.of.clone(),
        library: library(&case.application),
        ranks,
        seconds,
        found,
    };
    let path = path(&case.output);
    let text = serde_json::to_string_pretty(&kept);
    let written = text.map_err(std::io::Error::from);
    let written = written.and_then(|text| whole_file::write(&path, text));
    let what = format!("cannot write {}", path.display());
    written.map_err(|error| environment(&what, &error))
}
