//! A folder of results, and what keeps other processes away from it while this one lives.
//!
//! Owns: the folder, and the file `.lock` there. Must not: know what is done in the folder.

use crate::end::{End, environment};
use enzyme_case::Complaint;
use std::fs::{File, TryLockError};
use std::io::ErrorKind;
use std::path::Path;

/// Other processes are kept away while it lives; on file systems that have locks.
pub(crate) struct Held(#[expect(dead_code, reason = "it is held, and not read")] Option<File>);

/// What to do where another process works there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Others {
    /// Wait for its end.
    Await,
    /// Leave everything to it.
    Refuse,
}

/// Makes a folder of results.
///
/// # Errors
/// There can be none.
pub(crate) fn make(folder: &Path) -> Result<(), End> {
    std::fs::create_dir_all(folder).map_err(|error| {
        let what = format!("cannot make {}: {error}", folder.display());
        let help = "name a folder in which this user may write: `output` in the case";
        End::Environment(vec![Complaint::new(what).help(help)])
    })
}

/// Takes a folder for this process.
///
/// # Errors
/// Another process has it; there can be no file.
pub(crate) fn hold(folder: &Path, others: Others) -> Result<Held, End> {
    let cannot = |error: &std::io::Error| {
        let what = format!("cannot lock {}", folder.display());
        environment(&what, error)
    };
    let file = File::create(folder.join(".lock")).map_err(|error| cannot(&error))?;
    let locked = match (file.try_lock(), others) {
        (Err(TryLockError::WouldBlock), Others::Refuse) => return Err(in_use(folder)),
        (Err(TryLockError::WouldBlock), Others::Await) => {
            eprintln!("note: another process runs this member; waiting for its end");
            file.lock()
        }
        (Err(TryLockError::Error(error)), _) => Err(error),
        (Ok(()), _) => Ok(()),
    };
    match locked {
        Ok(()) => Ok(Held(Some(file))),
        Err(error) if error.kind() == ErrorKind::Unsupported => {
            eprintln!("note: this file system has no locks: see that no other process runs here");
            Ok(Held(None))
        }
        Err(error) => Err(cannot(&error)),
    }
}

/// Complains if another process has a folder.
///
/// # Errors
/// It has.
pub(crate) fn refuse_held(folder: &Path) -> Result<(), End> {
    // A folder without the file is nobody's, and gets none by being looked at.
    let file = File::options().write(true).open(folder.join(".lock"));
    match file.map(|file| file.try_lock()) {
        Ok(Err(TryLockError::WouldBlock)) => Err(in_use(folder)),
        _ => Ok(()),
    }
}

fn in_use(folder: &Path) -> End {
    let what = format!("another process runs in {}", folder.display());
    let complaint = Complaint::new(what).help("wait for its end, or name another `output`");
    End::Environment(vec![complaint])
}
