//! Whether the report of all ranks is written, or is there before.
//!
//! Owns: when it is left as it is, and what is said if it cannot be written. Must not: write it.

use crate::end::{End, environment, together};
use crate::setting::Setting;
use enzyme_checkpoint::Peers as _;

/// All ranks leave the report behind, or all say that it cannot be written.
pub(super) fn all_written<T>(setting: &Setting<'_>, written: std::io::Result<T>) -> Result<T, End> {
    let folder = setting.case.output.display();
    let what = format!("cannot write the report into {folder}");
    together(
        written.map_err(|error| environment(&what, &error)),
        setting.ranks,
    )
}

/// Whether all has been told before: nothing was computed, and the first rank sees the report of it. One that was written now would lack what runs have taken.
pub(super) fn is_told(setting: &Setting<'_>, is_there: impl FnOnce() -> bool) -> bool {
    let ranks = setting.ranks;
    let is_new = ranks.union(setting.has_computed.get().into()) > 0;
    let is_told = !is_new && ranks.is_first() && is_there();
    ranks.union(is_told.into()) > 0
}
