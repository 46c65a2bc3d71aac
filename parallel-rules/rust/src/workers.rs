//! Teams on the threads of rayon.
//!
//! A team is a scope of rayon's with a job for each worker. There need not be as many threads as workers: workers do not wait for each other, and so a
//! thread may run several, one after the other, or one while another one waits for a team that it started itself.
//!
//! Owns: which worker the calling thread is, and how large its next team is. Must not: know what the work is.

use crate::entry::Body;
use std::cell::Cell;
use std::ffi::{c_int, c_void};

/// A worker of a team.
#[derive(Clone, Copy)]
struct Worker {
    number: u64,
    size: u64,
    /// Whether there is no other one, in its team or in those around it.
    alone: bool,
}

thread_local! {
    static NOW: Cell<Worker> = const { Cell::new(Worker { number: 0, size: 1, alone: true }) };
    static NEXT: Cell<u64> = const { Cell::new(1) };
}

/// What a thread was before it became a worker: it is that again when this goes out of scope.
struct Before(Worker);

impl Drop for Before {
    fn drop(&mut self) {
        NOW.set(self.0);
    }
}

/// A pointer that several threads may use, as far as its users know.
#[derive(Clone, Copy)]
pub(crate) struct Shared<T>(pub(crate) *mut T);

// SAFETY: whoever makes one knows that what is behind it may be used so.
unsafe impl<T> Send for Shared<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Shared<T> {}

impl<T> Shared<T> {
    /// The pointer. (A closure that names the field would capture that alone.)
    pub(crate) fn get(&self) -> *mut T {
        self.0
    }
}

/// How many workers the next team of the calling thread has.
pub(crate) extern "C-unwind" fn choose(fewest: u64, most: u64) -> u64 {
    let threads = rayon_core::current_num_threads() as u64;
    let size = threads.min(most).max(fewest).max(1);
    NEXT.set(size);
    size
}

/// As many as were chosen, for one team.
pub(crate) fn chosen() -> u64 {
    NEXT.replace(1)
}

/// Runs a body on the team that was chosen.
///
/// # Safety
/// The body may be run by several threads with this context.
pub(crate) unsafe extern "C-unwind" fn run(body: Body, context: *const c_void) {
    let context = Shared(context.cast_mut());
    team(chosen(), &|_| {
        // SAFETY: the caller's promise.
        unsafe { body(context.get()) }
    });
}

/// Runs something on so many workers, and returns when all are done. If some panic, so does this.
pub(crate) fn team(size: u64, work: &(dyn Fn(u64) + Sync)) {
    let alone = size == 1 && NOW.get().alone;
    let one = |number: u64| {
        let worker = Worker {
            number,
            size,
            alone,
        };
        let _before = Before(NOW.replace(worker));
        work(number);
    };
    if size == 1 {
        return one(0);
    }
    let one = &one;
    rayon_core::in_place_scope(|scope| {
        for number in 1..size {
            scope.spawn(move |_| one(number));
        }
        one(0);
    });
}

/// The calling worker's number.
pub(crate) extern "C-unwind" fn number() -> c_int {
    NOW.get().number as c_int
}

/// Whether the calling worker is the only one of all teams.
pub(crate) extern "C-unwind" fn alone() -> c_int {
    NOW.get().alone.into()
}

/// The calling worker's number, and its part of some iterations.
///
/// # Safety
/// The pointers lead to numbers of the caller's.
pub(crate) unsafe extern "C-unwind" fn share(
    lower: *mut i64,
    upper: *mut i64,
    all: *mut i64,
) -> u64 {
    let Worker { number, size, .. } = NOW.get();
    // SAFETY: the caller's promise.
    let (first, last) = unsafe { (*lower, *upper) };
    let count = last - first + 1;
    let begin = |worker: u64| {
        let before = i128::from(count) * i128::from(worker) / i128::from(size);
        first + before as i64
    };
    // SAFETY: as above.
    unsafe {
        *lower = begin(number);
        *upper = begin(number + 1) - 1;
        *all = count;
    }
    number
}
