//! The functions that programs may call themselves; include/enzyme_rs/mpi.h declares them.

use crate::collective;
use crate::statistics;
pub use crate::statistics::Statistics;
use crate::{communicator, last_action, raw};
use std::ffi::{c_char, c_int, c_void};

/// Lets derivatives communicate on `comm`, for communicators that were made before or around the library.
/// Collective over `comm`; after MPI_Init. A second call does nothing. Returns MPI_SUCCESS or an MPI error.
///
/// # Safety
/// `comm` is a communicator.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_mpi_attach(comm: raw::MPI_Comm) -> c_int {
    communicator::attach(comm, &"enzyme_rs_mpi_attach");
    raw::SUCCESS
}

/// The last thing this process did with MPI through the library, such as "rank 0: reverse MPI_Recv at
/// heat.c:34"; an empty text before that. May be called by a signal handler.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_mpi_last_action() -> *const c_char {
    last_action::text()
}

/// What this rank has communicated since the start, or since enzyme_rs_mpi_statistics_reset.
///
/// # Safety
/// `statistics` is a place for the answer.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_mpi_statistics(statistics: *mut Statistics) {
    // SAFETY: what the caller owes.
    unsafe { *statistics = statistics::read() };
}

/// Sets the counters to zero, and the peak to what is held.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_mpi_statistics_reset() {
    statistics::reset();
}

/// The adjoint of an operator of the program on `count` items of `datatype`: from the inputs `a` and `b` and
/// the adjoint of `a ∘ b` it adds to the adjoints of `a` and `b`. As in `MPI_Op_create`'s function, `a` is
/// the input that comes first (`invec`). All buffers have the datatype's layout; `a ∘ b` must be
/// differentiable at (a, b), and item `i` of it may depend on items `i` alone.
pub type OpAdjoint = unsafe extern "C" fn(
    a: *const c_void,
    b: *const c_void,
    result_adjoint: *const c_void,
    a_adjoint: *mut c_void,
    b_adjoint: *mut c_void,
    count: c_int,
    datatype: raw::MPI_Datatype,
);

/// Gives an operator of the program a derivative. Reductions with it then have tangents and adjoints; the
/// operator is applied in the order of the ranks. Returns MPI_SUCCESS.
///
/// # Safety
/// `op` is an operator; `adjoint` does what [`OpAdjoint`] says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn enzyme_rs_mpi_register_op(op: raw::MPI_Op, adjoint: OpAdjoint) -> c_int {
    collective::register(op, adjoint);
    raw::SUCCESS
}
