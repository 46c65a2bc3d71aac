//! The functions of POSIX threads that this library calls.
//!
//! Owns: their declarations. Must not: hold state.

use std::ffi::{c_int, c_void};

/// A thread's handle, as the C library has it on Linux.
pub(crate) type Handle = usize;

/// What a barrier tells one of those that waited.
pub(crate) const SERIAL: c_int = -1;

/// What a thread runs.
pub(crate) type Start = extern "C" fn(*mut c_void) -> *mut c_void;

unsafe extern "C" {
    pub(crate) fn pthread_create(
        handle: *mut Handle,
        attributes: *const c_void,
        start: Start,
        argument: *mut c_void,
    ) -> c_int;
    pub(crate) fn pthread_join(handle: Handle, result: *mut *mut c_void) -> c_int;
    pub(crate) fn pthread_mutex_lock(mutex: *mut c_void) -> c_int;
    pub(crate) fn pthread_mutex_unlock(mutex: *mut c_void) -> c_int;
    pub(crate) fn pthread_spin_lock(lock: *mut c_void) -> c_int;
    pub(crate) fn pthread_spin_unlock(lock: *mut c_void) -> c_int;
    pub(crate) fn pthread_cond_wait(condition: *mut c_void, mutex: *mut c_void) -> c_int;
    pub(crate) fn pthread_barrier_wait(barrier: *mut c_void) -> c_int;
}
