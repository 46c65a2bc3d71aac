//! What an earlier run has left for people, of which another task writes only a part anew.
//!
//! Owns: which files these are. Must not: touch numbers: another run may begin with them.

use super::drawn::{self, COURSE, TAYLOR, TIMELINE};
use crate::whole_file;
use std::path::Path;

/// Reports, and pictures that not every task has.
const REPORTS: [&str; 2] = ["report.html", "report.json"];
const PICTURES: [&str; 3] = [TAYLOR, COURSE, TIMELINE];

/// Removes them from a folder.
///
/// # Errors
/// A file cannot be removed.
pub(crate) fn forget(folder: &Path) -> std::io::Result<()> {
    for report in REPORTS {
        whole_file::remove(&folder.join(report))?;
    }
    for picture in PICTURES {
        drawn::forget(&folder.join(picture))?;
    }
    Ok(())
}
