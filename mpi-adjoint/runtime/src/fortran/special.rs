//! What has a meaning of its own in Fortran's arguments: special addresses, and the values of LOGICAL. Owns how they
//! are known. Must not: turn arguments.

use crate::error::{self, Code};
use crate::raw::{self, MPI_Fint};
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

unsafe extern "C" {
    static enzyme_rs_mpi_internal_fortran_status_size: c_int;
    fn enzyme_rs_mpi_internal_fortran_wake(logical: *mut MPI_Fint) -> c_int;
    fn enzyme_rs_mpi_internal_fortran_in_place() -> *const c_void;
    fn enzyme_rs_mpi_internal_fortran_bottom() -> *const c_void;
}

/// Addresses, as numbers, and Fortran's `.true.`.
struct Special {
    in_place: usize,
    bottom: usize,
    status_ignore: usize,
    statuses_ignore: usize,
    yes: MPI_Fint,
}

/// Looked up once, by the first call that comes from Fortran: MPI is initialised by then.
fn special() -> &'static Special {
    static SPECIAL: OnceLock<Special> = OnceLock::new();
    SPECIAL.get_or_init(|| {
        let mut yes = 0;
        // SAFETY: a place for the answer. The addresses are read behind it, when they are set.
        unsafe {
            if enzyme_rs_mpi_internal_fortran_wake(&raw mut yes) == 0 {
                no_library();
            }
            Special {
                in_place: enzyme_rs_mpi_internal_fortran_in_place().addr(),
                bottom: enzyme_rs_mpi_internal_fortran_bottom().addr(),
                status_ignore: raw::MPI_F_STATUS_IGNORE.addr(),
                statuses_ignore: raw::MPI_F_STATUSES_IGNORE.addr(),
                yes,
            }
        }
    })
}

/// A function of MPI's Fortran library is called, and the library is not there.
pub(super) fn no_library() -> ! {
    error::report(
        Code::Mpi,
        "a call from Fortran",
        "the program is not linked with MPI's library for Fortran",
        "link it behind -lenzyme_rs_mpi, by mpifort: -lmpi_mpifh for Open MPI, -lmpichfort or -lmpifort for MPICH",
    );
    error::abort(Code::Mpi)
}

/// Whether this is `MPI_IN_PLACE`.
pub(super) fn is_in_place(place: *const c_void) -> bool {
    place.addr() == special().in_place
}

/// Whether this is `MPI_BOTTOM`.
pub(super) fn is_bottom(place: *const c_void) -> bool {
    place.addr() == special().bottom
}

/// Whether this is `MPI_STATUS_IGNORE`.
pub(super) fn is_status_ignore(place: *const c_void) -> bool {
    place.addr() == special().status_ignore
}

/// Whether this is `MPI_STATUSES_IGNORE`.
pub(super) fn is_statuses_ignore(place: *const c_void) -> bool {
    place.addr() == special().statuses_ignore
}

/// A LOGICAL, as MPI's Fortran library writes it.
pub(super) fn logical(value: bool) -> MPI_Fint {
    if value { special().yes } else { 0 }
}

/// Integers of a status.
pub(super) fn status_size() -> usize {
    // SAFETY: defined in C, never changed.
    usize::try_from(unsafe { enzyme_rs_mpi_internal_fortran_status_size }).unwrap_or(0)
}
