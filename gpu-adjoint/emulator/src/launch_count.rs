//! Launches that run.
//!
//! Owns: how many there are, and their numbers. Must not: know what they are.

use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};

static RUNNING: Mutex<usize> = Mutex::new(0);

/// The number of the next launch: 0 is none.
pub(crate) fn number() -> u32 {
    static NEXT: AtomicU32 = AtomicU32::new(1);
    loop {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        if number != 0 {
            return number;
        }
    }
}

/// Runs a launch; `last` runs behind it where no other one runs, and none begins meanwhile.
pub(crate) fn during<R>(run: impl FnOnce() -> R, last: impl FnOnce()) -> R {
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) += 1;
    let result = run();
    let mut running = RUNNING.lock().unwrap_or_else(PoisonError::into_inner);
    *running -= 1;
    if *running == 0 {
        last();
    }
    result
}

/// Whether any runs.
pub(crate) fn any() -> bool {
    *RUNNING.lock().unwrap_or_else(PoisonError::into_inner) != 0
}
