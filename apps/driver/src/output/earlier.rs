//! What an earlier run has left for people, of which another task writes only a part anew.
//!
//! Owns: which files these are. Must not: touch numbers: another run may begin with them.

use crate::whole_file;
use std::path::Path;

/// Reports, and pictures that not every task has, without the endings.
const FILES: [&str; 4] = ["report", "taylor", "course", "timeline"];
const ENDINGS: [&str; 4] = ["html", "json", "svg", "png"];

/// Removes them from a folder.
///
/// # Errors
/// A file cannot be removed.
pub(crate) fn forget(folder: &Path) -> std::io::Result<()> {
    for file in FILES {
        for ending in ENDINGS {
            whole_file::remove(&folder.join(file).with_extension(ending))?;
        }
    }
    Ok(())
}
