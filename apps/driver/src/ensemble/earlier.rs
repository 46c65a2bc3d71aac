//! What an earlier summary of an ensemble has left, of which a new one may have less.
//!
//! Owns: which files these are, and that they go when the new ones are there. Must not: touch anything else: the folder may be that of the case.

use std::fs::Metadata;
use std::io::Result;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// How names of a summary's files begin and end.
const BEGINNINGS: [&str; 2] = ["mean.", "ensemble."];
const ENDINGS: [&str; 7] = ["csv", "f64", "h5", "part", "png", "svg", "xdmf"];

/// A file, and what tells it from one that was written in its place. A file that appears whole is another one: of another number, or, where the system gives
/// the number of a removed one again, of another time.
struct File {
    path: PathBuf,
    identity: (u64, i64, i64),
}

/// The files of an earlier summary.
pub(super) struct Earlier(Vec<File>);

impl Earlier {
    /// Those in a folder, if there is one.
    ///
    /// # Errors
    /// The folder cannot be read.
    pub(super) fn of(folder: &Path) -> Result<Self> {
        let entries = match std::fs::read_dir(folder) {
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Self(Vec::new()));
            }
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let path = entry?.path();
            if is_of_a_summary(&path) {
                let identity = identity(&std::fs::metadata(&path)?);
                files.push(File { path, identity });
            }
        }
        Ok(Self(files))
    }

    /// Removes those in whose place nothing was written.
    ///
    /// # Errors
    /// One cannot be removed.
    pub(super) fn remove(self) -> Result<()> {
        for File { path, identity: of } in self.0 {
            let is_still_there = std::fs::metadata(&path).is_ok_and(|now| identity(&now) == of);
            if is_still_there {
                std::fs::remove_file(&path)?;
            }
        }
        Ok(())
    }
}

fn identity(of: &Metadata) -> (u64, i64, i64) {
    (of.ino(), of.mtime(), of.mtime_nsec())
}

fn is_of_a_summary(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let ending = path.extension().unwrap_or_default();
    BEGINNINGS.iter().any(|begin| name.starts_with(begin)) && ENDINGS.iter().any(|e| ending == *e)
}

#[cfg(test)]
mod tests {
    use super::Earlier;
    use crate::whole_file;

    /// What was written anew stays, and so do files of others.
    #[test]
    fn only_what_was_not_written_again_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in [
            "mean.u.h5",
            "ensemble.J.svg",
            "ensemble.J.png",
            "ensemble.toml",
        ] {
            whole_file::write(&path(name), "before").unwrap();
        }
        let earlier = Earlier::of(folder.path()).unwrap();
        whole_file::write(&path("ensemble.J.svg"), "before").unwrap();
        earlier.remove().unwrap();
        let is_there = |name: &str| path(name).exists();
        assert!(is_there("ensemble.J.svg") && is_there("ensemble.toml"));
        assert!(!is_there("mean.u.h5") && !is_there("ensemble.J.png"));
    }
}
