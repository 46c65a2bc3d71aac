//! When a task, or an ensemble, stops before its end: all that a task runs stops at the same time.
//!
//! Owns: what it listens to. Must not: stop anything.

use crate::case::Checkpoints;
use crate::end::{End, environment};
use enzyme_checkpoint::Stop;
use std::time::Instant;

/// From now on: at signals, before the end of a batch job, and when the limit of a case is reached.
///
/// # Errors
/// The system does not let signals be caught.
pub(crate) fn stop(settings: &Checkpoints) -> Result<Stop, End> {
    let listening = unheard(settings).on_signals();
    listening.map_err(|error| environment("cannot listen to signals", &error))
}

/// The same without signals, for what looks at nothing while it runs: they end it at once.
pub(crate) fn unheard(settings: &Checkpoints) -> Stop {
    let stop = Stop::new().before_job_end(settings.margin);
    match settings.limit {
        Some(limit) => stop.at(Instant::now() + limit),
        None => stop,
    }
}
