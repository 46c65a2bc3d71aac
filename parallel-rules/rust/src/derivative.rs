//! Teams in derivatives: the same work by each of several workers, forwards and in reverse.
//!
//! The reverse pass runs as many workers as there were in the forward sweep, whatever the size of the pool is by then, and each consumes the tape of
//! the worker of its number.
//!
//! Owns: the record of a team, and how a derivative ends whose workers panic. Must not: know what the work is.

use crate::entry::Work;
use crate::workers::{Shared, chosen, team};
use enzyme_tapes::Arena;
use std::ffi::c_void;
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// What the reverse pass needs of a team: tapes, by worker.
struct Record {
    arenas: Vec<Arena>,
}

/// Runs a tangent on the team that was chosen.
///
/// # Safety
/// `enzyme_rules::TeamRule` has the convention.
pub(crate) unsafe extern "C-unwind" fn tangent(work: Work, given: *mut c_void) {
    let given = Shared(given);
    guarded(|| {
        team(chosen(), &|_| {
            // SAFETY: the caller's promise.
            unsafe { work(given.get(), std::ptr::null_mut()) }
        });
    });
}

/// Runs an augmented primal on the team that was chosen; gives a record.
///
/// # Safety
/// As for [`tangent`].
pub(crate) unsafe extern "C-unwind" fn augmented(work: Work, given: *mut c_void) -> *mut c_void {
    let size = chosen();
    let arenas = (0..size).map(|_| enzyme_tapes::obtain()).collect();
    let record = Record { arenas };
    // SAFETY: the caller's promise.
    unsafe { on_arenas(&record, work, given) };
    Box::into_raw(Box::new(record)).cast()
}

/// Runs a reverse half on a team of the same size, and ends the record.
///
/// # Safety
/// As for [`tangent`]; the record is one of [`augmented`].
pub(crate) unsafe extern "C-unwind" fn reverse(
    record: *mut c_void,
    work: Work,
    given: *mut c_void,
) {
    // SAFETY: the caller's promise.
    let record = unsafe { Box::from_raw(record.cast::<Record>()) };
    // SAFETY: as above.
    unsafe { on_arenas(&record, work, given) };
    enzyme_tapes::give_back(record.arenas.into_iter());
}

/// Runs workers, each with its arena.
///
/// # Safety
/// As for [`tangent`].
unsafe fn on_arenas(record: &Record, work: Work, given: *mut c_void) {
    let given = Shared(given);
    guarded(|| {
        team(record.arenas.len() as u64, &|number| {
            let arena = record.arenas[number as usize].as_mut_ptr();
            // SAFETY: the caller's promise; nobody else is of this number.
            unsafe { work(given.get(), arena) }
        });
    });
}

/// Ends the program if a worker panics: half of a derivative is none, and tapes that were put aside are lost to their threads.
fn guarded(run: impl FnOnce()) {
    if catch_unwind(AssertUnwindSafe(run)).is_err() {
        // There is nowhere to report that nothing can be reported.
        let _ = writeln!(
            std::io::stderr(),
            "enzyme-rs: a closure panicked in a parallel region of which a derivative was running: \
             the program ends here, for there is no derivative to go on with [EZ7404]"
        );
        std::process::abort();
    }
}
