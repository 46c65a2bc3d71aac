//! Whether the report of all ranks is written.
//!
//! Owns: what is said if they do not. Must not: write it.

use crate::end::{End, environment, together};
use crate::setting::Setting;

/// All ranks leave the report behind, or all say that it cannot be written.
pub(super) fn all_written<T>(setting: &Setting<'_>, written: std::io::Result<T>) -> Result<T, End> {
    let folder = setting.case.output.display();
    let what = format!("cannot write the report into {folder}");
    together(
        written.map_err(|error| environment(&what, &error)),
        setting.ranks,
    )
}
