//! Files that appear when they are whole: after a crash or on a full disk there is the one before, or none.
//!
//! Owns: the way there. Must not: know what files are for.

use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Result};
use std::path::{Path, PathBuf};

/// A file that lies under another name until it is whole. Dropped before that, it is removed, and what was there before is there still.
pub(crate) struct Unfinished {
    path: PathBuf,
    part: PathBuf,
}

impl Unfinished {
    /// Where nothing is written yet.
    pub(crate) fn of(path: PathBuf) -> Self {
        let mut part = OsString::from(&path);
        part.push(".part");
        Self {
            path,
            part: part.into(),
        }
    }

    /// With all that it is to have.
    ///
    /// # Errors
    /// It cannot be written.
    pub(crate) fn with(path: PathBuf, content: impl AsRef<[u8]>) -> Result<Self> {
        let file = Self::of(path);
        std::fs::write(&file.part, content)?;
        Ok(file)
    }

    /// Where it appears.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Where it is written.
    pub(crate) fn part(&self) -> &Path {
        &self.part
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // A finished one has no part any more; of one that failed, the first error has said more.
        let _ = std::fs::remove_file(&self.part);
    }
}

/// Lets files appear together, which nobody has open for writing any more: not before the device has all of them.
///
/// # Errors
/// The device does not take one, or one cannot be given its name.
pub(crate) fn finish(files: &[Unfinished]) -> Result<()> {
    for file in files {
        File::open(&file.part)?.sync_all()?;
    }
    for file in files {
        std::fs::rename(&file.part, &file.path)?;
    }
    Ok(())
}

/// Writes a file.
///
/// # Errors
/// It cannot be written; what was there before is there still.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    finish(&[Unfinished::with(path.to_owned(), content)?])
}

/// Removes a file, if it is there.
///
/// # Errors
/// It cannot be removed.
pub(crate) fn remove(path: &Path) -> Result<()> {
    match std::fs::remove_file(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        done => done,
    }
}

#[cfg(test)]
mod tests {
    use super::{Unfinished, finish, write};
    use std::fs::{create_dir, exists, read_to_string};

    /// Of two files of which one cannot be written, none appears, and no part is left.
    #[test]
    fn what_fails_leaves_what_was_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        for name in ["a", "b"] {
            write(&path(name), "before").unwrap();
        }
        create_dir(path("b.part")).unwrap();
        let both = || {
            let files = ["a", "b"].map(|name| Unfinished::with(path(name), "after"));
            let files: std::io::Result<Vec<Unfinished>> = files.into_iter().collect();
            finish(&files?)
        };
        assert!(both().is_err());
        assert_eq!(read_to_string(path("a")).unwrap(), "before");
        assert_eq!(read_to_string(path("b")).unwrap(), "before");
        assert!(!exists(path("a.part")).unwrap());
        std::fs::remove_dir(path("b.part")).unwrap();
        both().unwrap();
        assert_eq!(read_to_string(path("b")).unwrap(), "after");
        assert!(!exists(path("b.part")).unwrap());
    }
}
