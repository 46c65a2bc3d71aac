//! What an earlier summary of an ensemble has left, of which a new one may have less.
//!
//! Owns: which files these are, and that they go when the new ones are there. Must not: touch anything else: the folder may be that of the case.

use std::fs::Metadata;
use std::io::Result;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// The table, without which there is no summary; the means of all fields; and how pictures and means of single fields or columns begin and end.
const TABLE: &str = "ensemble.csv";
const MEANS: [&str; 2] = ["mean.h5", "mean.xdmf"];
const OF_EACH: [(&str, &[&str]); 2] = [
    ("mean.", &["f64", "png", "svg"]),
    ("ensemble.", &["png", "svg"]),
];

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
        let mut files = Vec::new();
        if !folder.join(TABLE).is_file() {
            return Ok(Self(files));
        }
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            let path = entry.path();
            if is_of_a_summary(&path) && entry.file_type()?.is_file() {
                let identity = identity(&entry.metadata()?);
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
    let is_of_each = |(begin, endings): &(&str, &[&str])| {
        name.starts_with(begin) && endings.iter().any(|e| ending == *e)
    };
    name == TABLE || MEANS.contains(&&*name) || OF_EACH.iter().any(is_of_each)
}

#[cfg(test)]
mod tests {
    use super::Earlier;
    use crate::whole_file;

    /// What was written anew stays, and so do files of others; without a summary, all are.
    #[test]
    fn only_what_was_not_written_again_goes() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        let write = |name: &str| whole_file::write(&path(name), "before").unwrap();
        let ours = ["mean.h5", "mean.u.svg", "ensemble.J.svg", "ensemble.J.png"];
        let others = ["ensemble.toml", "mean.observed.csv", "ensemble.notes.csv"];
        ours.iter().chain(&others).for_each(|name| write(name));
        let is_there = |name: &&str| path(name).exists();
        Earlier::of(folder.path()).unwrap().remove().unwrap();
        assert!(ours.iter().chain(&others).all(is_there));
        write(super::TABLE);
        let earlier = Earlier::of(folder.path()).unwrap();
        write("ensemble.J.svg");
        earlier.remove().unwrap();
        assert!(others.iter().chain(&["ensemble.J.svg"]).all(is_there));
        let gone = ["mean.h5", "mean.u.svg", "ensemble.J.png"];
        assert!(!gone.iter().any(is_there));
    }
}
