//! The functions of the program's OpenMP: LLVM's run-time library, and what the standard has.
//!
//! Owns: their declarations. Must not: hold state.

use std::ffi::{c_char, c_int, c_void};

/// The place in the source that LLVM's library is told.
#[repr(C)]
pub(crate) struct Ident {
    reserved_1: i32,
    flags: i32,
    reserved_2: i32,
    length: i32,
    source: *const c_char,
}

// SAFETY: nobody writes to it.
unsafe impl Sync for Ident {}

/// What a compiler says where it knows no place.
const NOWHERE: &std::ffi::CStr = c";unknown;unknown;0;0;;";

/// The place of all that this library does: the flag says that the entry point is that of LLVM.
pub(crate) static HERE: Ident = Ident {
    reserved_1: 0,
    flags: 2,
    reserved_2: 0,
    length: NOWHERE.count_bytes() as i32,
    source: NOWHERE.as_ptr(),
};

/// What each worker of a team runs: number of the worker among all, another one that says nothing here, what it is given.
pub(crate) type Microtask = extern "C" fn(*const c_int, *const c_int, *const c_void);

unsafe extern "C" {
    pub(crate) fn __kmpc_global_thread_num(place: *const Ident) -> c_int;
    pub(crate) fn __kmpc_push_num_threads(place: *const Ident, worker: c_int, count: c_int);
    pub(crate) fn __kmpc_fork_call(place: *const Ident, count: c_int, task: Microtask, ...);
    pub(crate) fn __kmpc_barrier(place: *const Ident, worker: c_int);
    pub(crate) fn __kmpc_critical(place: *const Ident, worker: c_int, lock: *mut c_void);
    pub(crate) fn __kmpc_end_critical(place: *const Ident, worker: c_int, lock: *mut c_void);
    pub(crate) fn __kmpc_ordered(place: *const Ident, worker: c_int);
    pub(crate) fn __kmpc_end_ordered(place: *const Ident, worker: c_int);
    pub(crate) fn omp_set_lock(lock: *mut c_void);
    pub(crate) fn omp_unset_lock(lock: *mut c_void);
    pub(crate) fn omp_set_nest_lock(lock: *mut c_void);
    pub(crate) fn omp_unset_nest_lock(lock: *mut c_void);
    pub(crate) fn __kmpc_serialized_parallel(place: *const Ident, worker: c_int);
    pub(crate) fn __kmpc_end_serialized_parallel(place: *const Ident, worker: c_int);
    pub(crate) fn omp_get_thread_num() -> c_int;
    pub(crate) fn omp_get_num_threads() -> c_int;
    pub(crate) fn omp_get_dynamic() -> c_int;
    pub(crate) fn omp_set_dynamic(adjusts: c_int);
}

/// The number of the calling worker among all.
pub(crate) fn worker() -> c_int {
    // SAFETY: it only asks.
    unsafe { __kmpc_global_thread_num(&HERE) }
}
