//! Files that appear when they are whole: after a crash or on a full disk there is the one before, or none.
//!
//! Owns: the way there. Must not: know what files are for.

use std::ffi::OsString;
use std::fs::File;
use std::io::{ErrorKind, Result, Write as _};
use std::path::Path;

/// Writes a file.
///
/// # Errors
/// It cannot be written; what was there before is there still.
pub(crate) fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let mut part = OsString::from(path);
    part.push(".part");
    let written = File::create(&part).and_then(|mut file| {
        file.write_all(content.as_ref())?;
        file.sync_all()
    });
    let done = written.and_then(|()| std::fs::rename(&part, path));
    if done.is_err() {
        // Of both errors, the first says more.
        let _ = std::fs::remove_file(&part);
    }
    done
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
