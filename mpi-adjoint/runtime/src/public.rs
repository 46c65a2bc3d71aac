//! The functions that programs may call themselves; include/enzyme_rs/mpi.h declares them.

use crate::collective;
pub use crate::collective::OpAdjoint;
use crate::statistics;
pub use crate::statistics::Statistics;
use crate::{communicator, last_action, raw, waiting};
use std::ffi::{c_char, c_int};

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

/// Seconds that the calling thread has spent so far in functions of MPI that wait for other ranks, in its own calls and in those of derivatives.
#[unsafe(no_mangle)]
pub extern "C" fn enzyme_rs_mpi_waited() -> f64 {
    waiting::waited().as_secs_f64()
}

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
