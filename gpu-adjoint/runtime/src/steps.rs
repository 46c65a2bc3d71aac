//! Steps of a simulation that run again from checkpoints, and what they find that no checkpoint holds: variables of the device, streams and events.
//!
//! Where steps run again, each variable that their kernels name has to be as it was when they ran first. Streams and events that the program has ended since are
//! there all the same: they are ended when the derivative is.
//!
//! Owns: when steps have run, when variables were written to, and what is ended later. Must not: know shadows, or which variables there are.

use crate::derivatives::{self, Id};
use crate::failure::{Why, fail_with};
use crate::vendor::Functions;
use std::cell::Cell;
use std::collections::BTreeMap;
use std::ffi::{c_int, c_void};
use std::sync::{Mutex, PoisonError};

type Address = *mut c_void;

/// A variable on a device.
type Place = (c_int, u64);

/// When variables were written to, and when steps first ran forward that run again: moments of a clock that counts both.
struct Moments {
    now: u64,
    written: BTreeMap<Place, u64>,
    steps: BTreeMap<Id, u64>,
    ended: BTreeMap<Id, BTreeMap<usize, Destroy>>,
}

/// The vendor's function that ends a handle.
type Destroy = extern "C" fn(Address) -> c_int;

static MOMENTS: Mutex<Moments> = Mutex::new(Moments {
    now: 0,
    written: BTreeMap::new(),
    steps: BTreeMap::new(),
    ended: BTreeMap::new(),
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

/// The derivative that steps of this thread belong to.
fn own() -> Id {
    derivatives::own().map_or(derivatives::APART, |(id, _)| id)
}

/// Steps run forward that will run again.
pub(crate) fn run() {
    let id = own();
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
    let id = own();
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

/// The program ends a stream or an event.
pub(crate) fn destroyed(destroy: Destroy, handle: usize) {
    let id = own();
    let is_kept = moments(|moments| {
        let runs_again = moments.steps.contains_key(&id);
        if runs_again {
            // Steps that end one do so again when they run again.
            let ended = moments.ended.entry(id).or_default();
            ended.insert(handle, destroy);
        }
        runs_again
    });
    if !is_kept {
        destroy(handle as Address);
    }
}

/// A derivative has ended.
pub(crate) fn forget(derivative: Id) {
    let ended = moments(|moments| {
        moments.steps.remove(&derivative);
        moments.ended.remove(&derivative)
    });
    for (handle, destroy) in ended.into_iter().flatten() {
        destroy(handle as Address);
    }
}

#[cfg(test)]
mod tests {
    use super::{Address, destroyed, run};
    use crate::{enzyme_rs_gpu_begin, enzyme_rs_gpu_end};
    use std::cell::RefCell;
    use std::ffi::c_int;

    thread_local! {
        static GONE: RefCell<Vec<usize>> = const { RefCell::new(Vec::new()) };
    }

    extern "C" fn destroy(handle: Address) -> c_int {
        GONE.with_borrow_mut(|gone| gone.push(handle as usize));
        0
    }

    fn gone() -> Vec<usize> {
        GONE.with_borrow(Clone::clone)
    }

    #[test]
    fn what_steps_may_use_that_run_again_ends_with_the_derivative() {
        let depth = enzyme_rs_gpu_begin(std::ptr::null());
        destroyed(destroy, 8);
        assert_eq!(gone(), [8]);
        run();
        for handle in [16, 24, 16] {
            destroyed(destroy, handle);
        }
        assert_eq!(gone(), [8]);
        enzyme_rs_gpu_end(depth);
        assert_eq!(gone(), [8, 16, 24]);
        destroyed(destroy, 32);
        assert_eq!(gone(), [8, 16, 24, 32]);
    }
}
