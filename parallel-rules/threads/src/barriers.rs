//! Barriers: where so many threads wait for each other as the program has said.
//!
//! The forward sweep remembers who met whom: a meeting. In the reverse pass all of a meeting wait for each other again, whatever has become of the
//! program's barrier. Threads wait twice in the forward sweep, so that nobody comes to the next meeting before all have left this one.
//!
//! Owns: meetings. Must not: know how many threads there are.

use crate::ending::guarded;
use crate::passages::wait_until;
use crate::posix::{SERIAL, pthread_barrier_wait};
use crate::sanitizer;
use std::collections::BTreeMap;
use std::ffi::{c_char, c_int, c_void};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Those who waited at a barrier at the same time.
#[derive(Default)]
struct Meeting {
    came: AtomicUsize,
    came_again: AtomicUsize,
}

/// Meetings to which threads come, by the address of the barrier.
static COMING: Mutex<BTreeMap<usize, Arc<Meeting>>> = Mutex::new(BTreeMap::new());

impl Meeting {
    /// The meeting to which whoever waits at a barrier comes.
    fn at(barrier: usize) -> Arc<Self> {
        let mut coming = COMING.lock().unwrap_or_else(PoisonError::into_inner);
        let meeting = coming.entry(barrier).or_default().clone();
        meeting.came.fetch_add(1, Ordering::Relaxed);
        meeting
    }

    /// Whoever comes now comes to the next one.
    fn is_over(barrier: usize) {
        let mut coming = COMING.lock().unwrap_or_else(PoisonError::into_inner);
        coming.remove(&barrier);
    }

    /// Waits for the others once more.
    fn meet_again(&self) {
        sanitizer::released(self);
        self.came_again.fetch_add(1, Ordering::Release);
        let all = self.came.load(Ordering::Relaxed);
        wait_until(|| self.came_again.load(Ordering::Acquire) == all);
        sanitizer::acquired(self);
    }
}

/// Waits at a barrier in a tangent.
///
/// # Safety
/// It is the program's.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_barrier_tangent(
    barrier: *mut c_void,
    _width: c_int,
    _: *const c_char,
) -> c_int {
    // SAFETY: the caller's promise.
    unsafe { pthread_barrier_wait(barrier) }
}

/// The same in a forward sweep.
///
/// # Safety
/// It is the program's, and `record` leads to a pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_barrier_augmented(
    barrier: *mut c_void,
    _width: c_int,
    _: *const c_char,
    record: *mut *mut c_void,
) -> c_int {
    let meeting = guarded(|| Meeting::at(barrier as usize));
    // SAFETY: the caller's promise.
    let told = unsafe { pthread_barrier_wait(barrier) };
    if told == SERIAL {
        guarded(|| Meeting::is_over(barrier as usize));
    }
    // SAFETY: the caller's promises.
    unsafe {
        pthread_barrier_wait(barrier);
        *record = Arc::into_raw(meeting).cast_mut().cast();
    }
    told
}

/// The same in a reverse pass.
///
/// # Safety
/// The record is one of the forward sweep.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_threads_barrier_reverse(record: *mut c_void) {
    // SAFETY: the caller's promise.
    let meeting = unsafe { Arc::from_raw(record.cast_const().cast::<Meeting>()) };
    guarded(|| meeting.meet_again());
}
