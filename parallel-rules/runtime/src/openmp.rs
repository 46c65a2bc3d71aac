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
    pub(crate) fn __kmpc_push_num_teams(
        place: *const Ident,
        worker: c_int,
        teams: c_int,
        threads: c_int,
    );
    pub(crate) fn __kmpc_fork_teams(place: *const Ident, count: c_int, task: Microtask, ...);
    pub(crate) fn __kmpc_barrier(place: *const Ident, worker: c_int);
    pub(crate) fn __kmpc_cancel(place: *const Ident, worker: c_int, what: c_int) -> c_int;
    pub(crate) fn __kmpc_cancellationpoint(
        place: *const Ident,
        worker: c_int,
        what: c_int,
    ) -> c_int;
    pub(crate) fn __kmpc_cancel_barrier(place: *const Ident, worker: c_int) -> c_int;
    pub(crate) fn __kmpc_critical(place: *const Ident, worker: c_int, lock: *mut c_void);
    pub(crate) fn __kmpc_end_critical(place: *const Ident, worker: c_int, lock: *mut c_void);
    pub(crate) fn __kmpc_ordered(place: *const Ident, worker: c_int);
    pub(crate) fn __kmpc_end_ordered(place: *const Ident, worker: c_int);
    pub(crate) fn kmp_set_defaults(settings: *const c_char);
    pub(crate) fn omp_set_lock(lock: *mut c_void);
    pub(crate) fn omp_unset_lock(lock: *mut c_void);
    pub(crate) fn omp_set_nest_lock(lock: *mut c_void);
    pub(crate) fn omp_unset_nest_lock(lock: *mut c_void);
    pub(crate) fn __kmpc_serialized_parallel(place: *const Ident, worker: c_int);
    pub(crate) fn __kmpc_end_serialized_parallel(place: *const Ident, worker: c_int);
    pub(crate) fn omp_get_thread_num() -> c_int;
    pub(crate) fn omp_get_num_threads() -> c_int;
    pub(crate) fn omp_get_team_num() -> c_int;
    pub(crate) fn omp_get_num_teams() -> c_int;
    pub(crate) fn omp_get_thread_limit() -> c_int;
    pub(crate) fn omp_get_cancellation() -> c_int;
    pub(crate) fn omp_get_dynamic() -> c_int;
    pub(crate) fn omp_set_dynamic(adjusts: c_int);
}

/// How a task depends on an address, as bits.
const IN: u8 = 1;
const OUT: u8 = 2;
const ANY_ORDER: u8 = 4 | 8;
const ALL: u8 = 0x80;

/// What a task says of an address: that it reads there, writes there, or both.
#[repr(C)]
#[derive(Clone, Copy)]
pub(crate) struct Dependence {
    pub(crate) address: usize,
    bytes: usize,
    how: u8,
}

impl Dependence {
    /// All in a list.
    ///
    /// # Safety
    /// So many lie there.
    pub(crate) unsafe fn all<'a>(list: *const Self, count: c_int) -> &'a [Self] {
        match usize::try_from(count) {
            Ok(count) if count > 0 => {
                // SAFETY: the caller's promise.
                unsafe { std::slice::from_raw_parts(list, count) }
            }
            _ => &[],
        }
    }

    /// Whether the task writes there.
    pub(crate) fn writes(&self) -> bool {
        self.how & OUT != 0
    }

    /// A task that may change places with others at this address (`mutexinoutset`, `inoutset`), and now may not: the order is known then.
    pub(crate) fn in_order(self) -> Self {
        match self.how & ANY_ORDER {
            0 => self,
            _ => Self {
                how: IN | OUT,
                ..self
            },
        }
    }

    /// Whether the task depends on all others (`omp_all_memory`).
    pub(crate) fn is_of_all(&self) -> bool {
        self.how & ALL != 0
    }
}

/// What OpenMP runs for a task.
pub(crate) type Perform = extern "C" fn(c_int, *mut c_void) -> c_int;

unsafe extern "C" {
    pub(crate) fn __kmpc_omp_task_alloc(
        place: *const Ident,
        worker: c_int,
        flags: c_int,
        bytes: usize,
        shared: usize,
        perform: Perform,
    ) -> *mut c_void;
    pub(crate) fn __kmpc_omp_task(place: *const Ident, worker: c_int, task: *mut c_void) -> c_int;
    pub(crate) fn __kmpc_omp_task_with_deps(
        place: *const Ident,
        worker: c_int,
        task: *mut c_void,
        count: c_int,
        list: *const Dependence,
        count_apart: c_int,
        list_apart: *const Dependence,
    ) -> c_int;
    pub(crate) fn __kmpc_omp_taskwait(place: *const Ident, worker: c_int) -> c_int;
    pub(crate) fn __kmpc_omp_taskyield(place: *const Ident, worker: c_int, part: c_int) -> c_int;
    pub(crate) fn __kmpc_taskgroup(place: *const Ident, worker: c_int);
    pub(crate) fn __kmpc_end_taskgroup(place: *const Ident, worker: c_int);
}

/// The number of the calling worker among all.
pub(crate) fn worker() -> c_int {
    // SAFETY: it only asks.
    unsafe { __kmpc_global_thread_num(&HERE) }
}
