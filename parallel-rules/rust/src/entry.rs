//! The functions by whose names the compiler plugin knows parallel code, and those that derivatives call.
//!
//! The plugin must find calls of them as they were written, and so LLVM must not see what they do, whatever is inlined at link time. They are naked:
//! to LLVM they have a name and no body. Each goes on to the function that does the work.
//!
//! The plugin's side is the pack `enzyme_parallel_rules::Rust`. Owns: these names, and their types. Must not: do anything.

use crate::{derivative, sort, workers};
use std::arch::naked_asm;
use std::ffi::{c_int, c_void};

/// What each worker does, given a context.
pub(crate) type Body = unsafe extern "C-unwind" fn(*const c_void);

/// What each worker does for a derivative: what all are given, and the memory of its tape.
pub(crate) type Work = unsafe extern "C-unwind" fn(*mut c_void, *mut c_void);

/// Compares two records, given a context.
pub(crate) type Compare =
    unsafe extern "C-unwind" fn(*const c_void, *const c_void, *const c_void) -> c_int;

#[cfg(target_arch = "x86_64")]
macro_rules! go_on_to {
    ($function:path) => {
        naked_asm!("jmp {}", sym $function)
    };
}

#[cfg(target_arch = "aarch64")]
macro_rules! go_on_to {
    ($function:path) => {
        naked_asm!("b {}", sym $function)
    };
}

macro_rules! entries {
    ($($(#[$doc:meta])* fn $name:ident($($param:ident: $ty:ty),*) $(-> $result:ty)? => $function:path;)*) => {$(
        $(#[$doc])*
        #[unsafe(naked)]
        #[unsafe(no_mangle)]
        pub(crate) unsafe extern "C-unwind" fn $name($($param: $ty),*) $(-> $result)? {
            go_on_to!($function)
        }
    )*};
}

entries! {
    /// How many workers the next team of the calling thread has: as many as there are threads, between these two numbers.
    ///
    /// # Safety
    /// None.
    fn enzyme_rs_par_workers(fewest: u64, most: u64) -> u64 => workers::choose;

    /// Runs a body on a team of so many workers, and returns when all are done.
    ///
    /// # Safety
    /// The body may be run by several threads with this context.
    fn enzyme_rs_par_run(body: Body, context: *const c_void) => workers::run;

    /// The calling worker's number.
    ///
    /// # Safety
    /// None.
    fn enzyme_rs_par_worker() -> c_int => workers::number;

    /// Whether the calling worker is the only one, of its team and of all teams around that.
    ///
    /// # Safety
    /// None.
    fn enzyme_rs_par_alone() -> c_int => workers::alone;

    /// The calling worker's number. Reads the first and the last iteration of all, and writes those of the worker, and how many there are in all.
    ///
    /// # Safety
    /// The pointers lead to numbers of the caller's, which runs in a body.
    fn enzyme_rs_par_share(lower: *mut i64, upper: *mut i64, all: *mut i64) -> u64 => workers::share;

    /// Sorts records; those that compare equal keep their order.
    ///
    /// # Safety
    /// So many records of so many bytes lie there, and may be compared by several threads.
    fn enzyme_rs_par_sort(base: *mut c_void, count: u64, bytes: u64, compare: Compare, context: *const c_void) => sort::sort;

    /// Runs a tangent on a team.
    ///
    /// # Safety
    /// `enzyme_rules::TeamRule` has the convention.
    fn enzyme_rs_par_tangent(work: Work, given: *mut c_void) => derivative::tangent;

    /// Runs an augmented primal on a team; gives a record.
    ///
    /// # Safety
    /// As for the tangent.
    fn enzyme_rs_par_augmented(work: Work, given: *mut c_void) -> *mut c_void => derivative::augmented;

    /// Runs a reverse half on a team of the same size, and ends the record.
    ///
    /// # Safety
    /// As for the tangent; the record is one of an augmented primal.
    fn enzyme_rs_par_reverse(record: *mut c_void, work: Work, given: *mut c_void) => derivative::reverse;
}
