//! Steps of a simulation that run again from checkpoints, and variables of the device that they find.
//!
//! No checkpoint holds such a variable: where steps run again, each variable that their kernels name has to be as it was when they ran first.
//!
//! Owns: when steps have run, and when variables were written to. Must not: know shadows, or which variables there are.

use crate::derivatives::{self, Id};
use crate::failure::{Why, fail_with};
use crate::vendor::Functions;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::c_int;
use std::sync::{Mutex, PoisonError};

/// A variable on a device.
type Place = (c_int, u64);

/// When variables were written to, and when steps first ran forward that run again: moments of a clock that counts both.
struct Moments {
    now: u64,
    written: BTreeMap<Place, u64>,
    steps: BTreeMap<Id, u64>,
}

static MOMENTS: Mutex<Moments> = Mutex::new(Moments {
    now: 0,
    written: BTreeMap::new(),
    steps: BTreeMap::new(),
});

impl Moments {
    fn next(&mut self) -> u64 {
        self.now += 1;
        self.now
    }
}

fn moments<R>(act: impl FnOnce(&mut Moments) -> R) -> R {
    act(&mut MOMENTS.lock().unwrap_or_else(PoisonError::into_inner))
}

thread_local! {
    /// How many reverse passes of steps this thread is in.
    static AGAIN: Cell<u32> = const { Cell::new(0) };
}

/// Steps run forward that will run again.
pub(crate) fn run() {
    let id = derivatives::own().map_or(derivatives::APART, |(id, _)| id);
    moments(|moments| {
        let now = moments.next();
        moments.steps.entry(id).or_insert(now);
    });
}

/// They begin to run again on this thread, or have done so.
pub(crate) fn run_again(begin: bool) {
    AGAIN.with(|again| {
        let now = again.get();
        again.set(if begin {
            now + 1
        } else {
            now.saturating_sub(1)
        });
    });
}

/// A variable is written to, by a kernel or a copy.
pub(crate) fn is_written(functions: &Functions, variable: u64, by: &str) {
    if AGAIN.with(Cell::get) > 0 {
        refused(&format!("{by} writes to a variable of the device in steps"));
    }
    let place = (functions.device(), variable);
    moments(|moments| {
        let now = moments.next();
        moments.written.insert(place, now);
    });
}

/// A kernel names a variable. Steps that run again have to find it as it was when they ran.
pub(crate) fn is_used(functions: &Functions, (variable, name): (u64, &str), kernel: &str) {
    if AGAIN.with(Cell::get) == 0 {
        return;
    }
    let place = (functions.device(), variable);
    let id = derivatives::own().map_or(derivatives::APART, |(id, _)| id);
    let changed = moments(|moments| {
        let steps = moments.steps.get(&id).copied();
        let written = moments.written.get(&place).copied();
        steps
            .zip(written)
            .is_some_and(|(steps, written)| written > steps)
    });
    if changed {
        refused(&format!(
            "the kernel `{kernel}` uses the variable `{name}` of the device, which was written to since, in steps"
        ));
    }
}

fn refused(what: &str) -> ! {
    fail_with(
        Why::Variable,
        &format!("{what} that run again from checkpoints, and no checkpoint holds such a variable"),
        "keep what changes in memory of the device, which is named where the steps are",
    )
}

/// A derivative has ended.
pub(crate) fn forget(derivative: Id) {
    moments(|moments| moments.steps.remove(&derivative));
}
