//! Constants of the MPI, as functions.

use mpi_sys::*;
use std::ffi::c_int;

macro_rules! constants {
    ($($name:ident: $type:ty = $value:expr;)*) => {$(
        #[allow(unused_unsafe, reason = "some are constants of Rust")]
        pub(crate) fn $name() -> $type {
            // SAFETY: a constant of the MPI.
            unsafe { $value }
        }
    )*};
}

constants! {
    world: MPI_Comm = RSMPI_COMM_WORLD;
    own: MPI_Comm = RSMPI_COMM_SELF;
    no_request: MPI_Request = RSMPI_REQUEST_NULL;
    ignore: *mut MPI_Status = RSMPI_STATUS_IGNORE;
    no_info: MPI_Info = RSMPI_INFO_NULL;
    any_source: c_int = RSMPI_ANY_SOURCE;
    any_tag: c_int = RSMPI_ANY_TAG;
    nobody: c_int = RSMPI_PROC_NULL;
}

pub(crate) fn barrier() {
    // SAFETY: every rank calls it.
    unsafe { MPI_Barrier(RSMPI_COMM_WORLD) };
}

unsafe extern "C" {
    static enzyme_rs_mpi_internal_in_place: *mut std::ffi::c_void;
    static enzyme_rs_mpi_internal_minloc: MPI_Op;
    static enzyme_rs_mpi_internal_maxloc: MPI_Op;
    static enzyme_rs_mpi_internal_replace: MPI_Op;
}

constants! {
    in_place: *mut std::ffi::c_void = enzyme_rs_mpi_internal_in_place;
    minloc: MPI_Op = enzyme_rs_mpi_internal_minloc;
    maxloc: MPI_Op = enzyme_rs_mpi_internal_maxloc;
    replace: MPI_Op = enzyme_rs_mpi_internal_replace;
}

/// A status to be filled in.
pub(crate) fn status() -> MPI_Status {
    // SAFETY: a structure of integers.
    unsafe { std::mem::zeroed() }
}
