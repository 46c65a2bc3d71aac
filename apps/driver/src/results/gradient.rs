//! A gradient.
//!
//! Owns: what is known of it. Must not: find it.

use enzyme_checkpoint::Report;
use serde::Serialize;

/// What a run with derivatives has found.
pub(crate) struct Gradient {
    /// The objective of all ranks.
    pub(crate) objective: f64,
    /// Its derivative by this rank's controls.
    pub(crate) by_controls: Vec<f64>,
    /// The norm of that, over all ranks.
    pub(crate) norm: f64,
    /// Why it was run as it was, a line each.
    pub(crate) reasons: Vec<String>,
    /// What the run under a schedule has done; nothing, where the whole run was differentiated.
    pub(crate) report: Option<Report>,
    /// How long that took instead.
    pub(crate) whole: Option<Times>,
}

/// What a whole run took, in seconds of the slowest rank.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Times {
    pub(crate) steps: u64,
    /// The run alone.
    pub(crate) primal: f64,
    /// The run with its derivative.
    pub(crate) derivative: f64,
}
