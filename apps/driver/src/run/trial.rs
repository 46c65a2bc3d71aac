//! What is tried of a simulation before a run of it.
//!
//! Owns: that all ranks learn of it. Must not: try by itself (`application` does).

use crate::end::{End, together};
use crate::setting::Setting;

/// Sees that the simulation keeps within its fields, before a run of it begins.
pub(super) fn try_step(setting: &Setting<'_>) -> Result<(), End> {
    let tried = setting.app.try_step(&setting.controls);
    let tried = tried.map_err(|complaint| End::Refused(vec![complaint]));
    together(tried, setting.ranks)
}
