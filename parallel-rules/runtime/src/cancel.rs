//! Leaving a region, a loop, sections or a group of tasks before their end (`cancel`).
//!
//! Workers look at flags of the team or the group where the program says so, at barriers, and where tasks begin. They are ours, for those of LLVM's library are reset while some workers
//! have not looked at them yet. What a worker saw is a number that the derivative keeps, and so the reverse pass asks for nothing of that.
//!
//! Only programs that run with OMP_CANCELLATION=true leave anything.
//!
//! Owns: these flags. Must not: know what is left.

use crate::barrier;
use crate::context::{self, Shared};
use crate::ending::guarded;
use crate::openmp::{
    __kmpc_cancel, __kmpc_cancel_barrier, __kmpc_cancellationpoint, HERE, Ident,
    omp_get_cancellation, worker,
};
use crate::tasks::{executing, groups, recorded, reverse_recorded};
use std::ffi::{c_char, c_int, c_void};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// What all workers of a team are to leave.
#[derive(Default)]
pub(crate) struct Cancelled {
    region: AtomicBool,
    /// The loop or the sections that workers share.
    shared_out: AtomicBool,
}

/// What a program calls a region, and a group of tasks; a loop and sections have other numbers.
const REGION: c_int = 1;
const GROUP: c_int = 4;

impl Cancelled {
    fn of(&self, what: c_int) -> &AtomicBool {
        match what {
            REGION => &self.region,
            _ => &self.shared_out,
        }
    }
}

/// Whether anything may be left.
pub(crate) fn is_allowed() -> bool {
    // SAFETY: it only asks.
    unsafe { omp_get_cancellation() != 0 }
}

/// The team of a derivative that the calling thread is in, with the worker's number.
fn team() -> Option<(Arc<Shared>, u64)> {
    context::now(|now| now.in_team.then(|| (now.shared.clone(), now.worker)))
}

/// Waits for all workers; whether they are to leave the region. What they shared out is over then, and so is that somebody left it.
pub(crate) fn meet() -> bool {
    barrier::wait();
    let Some((shared, number)) = team().filter(|_| is_allowed()) else {
        return false;
    };
    let leaves = shared.cancelled.region.load(Ordering::Acquire);
    if number == 0 {
        shared.cancelled.shared_out.store(false, Ordering::Release);
    }
    // Nobody sets a flag before all have looked.
    barrier::wait();
    leaves
}

/// Asks about the flag of what is to be left; nothing if that was not begun in a derivative.
fn flag<R>(what: c_int, ask: impl FnOnce(&AtomicBool) -> R) -> Option<R> {
    match what {
        GROUP => groups::current().map(|group| ask(&group.is_left)),
        _ => team().map(|(shared, _)| ask(shared.cancelled.of(what))),
    }
}

/// Has all workers leave, or all tasks of the group; whether they do.
fn cancel(place: *const Ident, worker: c_int, what: c_int) -> c_int {
    let leaves = is_allowed();
    let set = |flag: &AtomicBool| {
        if leaves {
            flag.store(true, Ordering::Release);
        }
    };
    match flag(what, set) {
        // SAFETY: the team is the program's, or the group.
        None => unsafe { __kmpc_cancel(place, worker, what) },
        Some(()) => leaves.into(),
    }
}

/// Whether the calling worker is to leave.
fn is_cancelled(place: *const Ident, worker: c_int, what: c_int) -> c_int {
    match flag(what, |flag| flag.load(Ordering::Acquire)) {
        // SAFETY: the team is the program's, or the group.
        None => unsafe { __kmpc_cancellationpoint(place, worker, what) },
        Some(leaves) => (is_allowed() && leaves).into(),
    }
}

/// Has all workers leave.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_cancel(
    place: *const Ident,
    worker: c_int,
    what: c_int,
) -> c_int {
    guarded(|| cancel(place, worker, what))
}

/// Whether the calling worker is to leave.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_is_cancelled(
    place: *const Ident,
    worker: c_int,
    what: c_int,
) -> c_int {
    guarded(|| is_cancelled(place, worker, what))
}

/// Whether the task that begins is to do nothing: its group is left already.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_is_discarded() -> c_int {
    guarded(|| is_cancelled(&HERE, worker(), GROUP))
}

/// What is asked of a group in a tangent, a forward sweep and a reverse pass, which has the answer and nothing left to ask.
macro_rules! of_group {
    ($tangent:ident, $augmented:ident, $reverse:ident, $ask:ident) => {
        /// In a tangent.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $tangent(
            place: *const Ident,
            worker: c_int,
            what: c_int,
            _width: c_int,
            _: *const c_char,
        ) -> c_int {
            guarded(|| $ask(place, worker, what))
        }

        /// In a forward sweep.
        ///
        /// # Safety
        /// `record` leads to a pointer.
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C" fn $augmented(
            place: *const Ident,
            worker: c_int,
            what: c_int,
            _width: c_int,
            _: *const c_char,
            record: *mut *mut c_void,
        ) -> c_int {
            // SAFETY: the caller's promise.
            unsafe { *record = std::ptr::null_mut() }
            guarded(|| $ask(place, worker, what))
        }

        /// In a reverse pass.
        #[unsafe(no_mangle)]
        pub(crate) extern "C" fn $reverse(_record: *mut c_void) {}
    };
}

of_group!(
    enzyme_rs_omp_cancel_group_tangent,
    enzyme_rs_omp_cancel_group_augmented,
    enzyme_rs_omp_cancel_group_reverse,
    cancel
);
of_group!(
    enzyme_rs_omp_group_is_cancelled_tangent,
    enzyme_rs_omp_group_is_cancelled_augmented,
    enzyme_rs_omp_group_is_cancelled_reverse,
    is_cancelled
);

/// Waits for all workers; whether they leave the region.
fn meet_or_leave(place: *const Ident, worker: c_int) -> c_int {
    match team() {
        // SAFETY: the team is the program's.
        None => unsafe { __kmpc_cancel_barrier(place, worker) },
        Some(_) => meet().into(),
    }
}

/// A barrier behind which workers may leave, in a tangent.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_cancel_barrier_tangent(
    place: *const Ident,
    worker: c_int,
    _width: c_int,
    _: *const c_char,
) -> c_int {
    guarded(|| meet_or_leave(place, worker))
}

/// The same in a forward sweep.
///
/// # Safety
/// `record` leads to a pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_cancel_barrier_augmented(
    place: *const Ident,
    worker: c_int,
    _width: c_int,
    _: *const c_char,
    record: *mut *mut c_void,
) -> c_int {
    guarded(|| {
        let mut leaves = 0;
        let executed = executing(|| leaves = meet_or_leave(place, worker));
        // SAFETY: the caller's promise.
        unsafe { *record = recorded(executed) }
        leaves
    })
}

/// The same in a reverse pass: as many workers come to it as came in the forward sweep, for all come to as many barriers.
///
/// # Safety
/// The record is one of [`enzyme_rs_omp_cancel_barrier_augmented`].
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_cancel_barrier_reverse(record: *mut c_void) {
    guarded(|| {
        barrier::wait();
        // SAFETY: the caller's promise.
        unsafe { reverse_recorded(record) }
    });
}
