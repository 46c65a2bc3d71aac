//! When a task, or an ensemble, stops before its end: all that a task runs stops at the same time.
//!
//! Owns: what it listens to. Must not: stop anything that has begun.

use crate::case::Checkpoints;
use crate::end::{End, environment};
use enzyme_checkpoint::{RESUME_EXIT_CODE, Stop};
use signal_hook::consts::{SIGTERM, SIGUSR1};
use signal_hook::flag;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Instant;

/// Those that ask for a stop.
const SIGNALS: [i32; 2] = [SIGTERM, SIGUSR1];

/// Whether nothing has begun by which a stop could be looked for, and nothing would be lost by an end. Signals are the process's, and so is this.
static NOTHING_BEGUN: LazyLock<Arc<AtomicBool>> = LazyLock::new(|| Arc::new(AtomicBool::new(true)));

/// Until something listens, signals end this process at once, as one that has stopped in good order: a simulation that is being made looks at nothing.
///
/// # Errors
/// The system does not let signals be caught.
pub(crate) fn end_at_signals() -> Result<(), End> {
    let code = RESUME_EXIT_CODE.into();
    let end = |signal| flag::register_conditional_shutdown(signal, code, NOTHING_BEGUN.clone());
    let ended = SIGNALS.iter().try_for_each(|signal| end(*signal).map(drop));
    ended.map_err(|error| uncaught(&error))
}

/// From now on: at signals, before the end of a batch job, and when the limit of a case is reached.
///
/// # Errors
/// The system does not let signals be caught.
pub(crate) fn stop(settings: &Checkpoints) -> Result<Stop, End> {
    let listening = by_clocks(settings).on_signals();
    let listening = listening.map_err(|error| uncaught(&error))?;
    NOTHING_BEGUN.store(false, Ordering::Relaxed);
    Ok(listening)
}

/// The same without signals, for what looks at nothing while it runs: they end it at once.
///
/// # Errors
/// The system does not let signals be caught.
pub(crate) fn unheard(settings: &Checkpoints) -> Result<Stop, End> {
    let always = Arc::new(AtomicBool::new(true));
    let end = |signal| flag::register_conditional_default(signal, always.clone());
    NOTHING_BEGUN.store(false, Ordering::Relaxed);
    let ended = SIGNALS.iter().try_for_each(|signal| end(*signal).map(drop));
    ended.map_err(|error| uncaught(&error))?;
    Ok(by_clocks(settings))
}

fn by_clocks(settings: &Checkpoints) -> Stop {
    let stop = Stop::new().before_job_end(settings.margin);
    match settings.limit {
        Some(limit) => stop.at(Instant::now() + limit),
        None => stop,
    }
}

fn uncaught(error: &std::io::Error) -> End {
    environment("cannot listen to signals", error)
}
