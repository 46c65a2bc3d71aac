//! What an earlier run has left for people, of which another task writes only a part anew.
//!
//! Owns: which files these are. Must not: touch numbers: another run may begin with them.

use super::drawn::{self, COURSE, TAYLOR, TIMELINE};
use crate::whole_file;
use serde_json::Value;
use std::path::Path;

/// Reports, and pictures that not every task has.
const REPORTS: [&str; 2] = ["report.html", "report.json"];
const PICTURES: [&str; 3] = [TAYLOR, COURSE, TIMELINE];

/// What the report in a folder says, if there is one for people as well.
pub(super) fn data(folder: &Path) -> Option<Value> {
    let [page, data] = REPORTS.map(|report| folder.join(report));
    let text = std::fs::read_to_string(data).ok()?;
    let data = serde_json::from_str(&text).ok()?;
    page.exists().then_some(data)
}

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
