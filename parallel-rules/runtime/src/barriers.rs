//! Barriers: the reverse of a barrier is one.
//!
//! What a worker writes to a shadow after a barrier of the reverse pass, another one may have added to before it, and the other way round: the same
//! pairs that the primal's barrier keeps apart.
//!
//! Owns: these functions. Must not: keep anything.

use crate::openmp::{__kmpc_barrier, HERE, Ident, worker};
use std::ffi::{c_char, c_int, c_void};

fn wait() {
    // SAFETY: all workers of the team come here, as they came to the primal's barrier.
    unsafe { __kmpc_barrier(&HERE, worker()) }
}

/// The barrier in a tangent.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_barrier_tangent(
    _: *const Ident,
    _: c_int,
    _width: c_int,
    _: *const c_char,
) {
    wait();
}

/// The barrier in a forward sweep.
///
/// # Safety
/// `record` leads to a pointer.
#[unsafe(no_mangle)]
pub(crate) unsafe extern "C" fn enzyme_rs_omp_barrier_augmented(
    _: *const Ident,
    _: c_int,
    _width: c_int,
    _: *const c_char,
    record: *mut *mut c_void,
) {
    wait();
    // SAFETY: the caller's promise.
    unsafe { *record = std::ptr::null_mut() }
}

/// The barrier in a reverse pass.
#[unsafe(no_mangle)]
pub(crate) extern "C" fn enzyme_rs_omp_barrier_reverse(_record: *mut c_void) {
    wait();
}
