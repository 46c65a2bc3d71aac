//! When a task, or an ensemble, stops before its end: all that a task runs stops at the same time.
//!
//! Owns: what it listens to. Must not: stop anything.

use crate::case::Checkpoints;
use crate::end::{End, environment};
use crate::schedule;
use enzyme_checkpoint::Stop;
use std::time::Instant;

/// From now on: at signals, before the end of a batch job, and when the limit of a case is reached.
///
/// # Errors
/// The system does not let signals be caught.
pub(crate) fn stop(settings: &Checkpoints) -> Result<Stop, End> {
    let mut stop = Stop::new().before_job_end(settings.margin);
    // A run that is differentiated as a whole looks at nothing: signals end it at once.
    if settings.schedule.as_deref() != Some(schedule::WHOLE) {
        let listening = stop.on_signals();
        stop = listening.map_err(|error| environment("cannot listen to signals", &error))?;
    }
    Ok(match settings.limit {
        Some(limit) => stop.at(Instant::now() + limit),
        None => stop,
    })
}
