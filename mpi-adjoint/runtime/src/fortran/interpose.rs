//! The functions that make and free communicators, as a program in Fortran sees them. Open MPI's library for Fortran
//! calls C by its `PMPI_` names, so that `crate::interpose` alone would not see these calls; MPICH's calls by the
//! plain names, and the communicator has its shadow already when it comes back here: both are right.
//! Owns their definitions. Must not: turn arguments, which MPI's own library does; it is called by its `pmpi_` names.

use super::special;
use crate::communicator;
use crate::error::Site;
use crate::interpose::{begun, ending};
use crate::raw::{self, MPI_Comm, MPI_Fint};
use crate::request;
use std::mem::transmute;

/// A function of MPI's library for Fortran, if it is linked.
pub(super) type Foreign = Option<unsafe extern "C" fn()>;

/// Calls one with so many places.
macro_rules! call {
    ($function:ident($($place:ident),*)) => {{
        unsafe extern "C" {
            static $function: Foreign;
        }
        let Some(function) = $function else { special::no_library() };
        let function: unsafe extern "C" fn($(call!(place $place)),*) = transmute(function);
        function($($place),*);
    }};
    (place $place:ident) => { *mut MPI_Fint };
}

/// The communicator at a place.
unsafe fn comm(place: *const MPI_Fint) -> MPI_Comm {
    // SAFETY: what the caller owes.
    unsafe { raw::RSMPI_Comm_f2c(*place) }
}

/// Functions whose last argument but the error code is the place of a new communicator.
macro_rules! makers {
    ($($name:ident by $primal:ident($($arg:ident)*);)*) => {$(
        /// As the MPI standard has it.
        ///
        /// # Safety
        /// That of the MPI function.
        #[unsafe(no_mangle)]
        #[allow(clippy::too_many_arguments, reason = "the arguments of the MPI function")]
        pub unsafe extern "C" fn $name($($arg: *mut MPI_Fint,)* made: *mut MPI_Fint, ierror: *mut MPI_Fint) {
            // SAFETY: what the caller owes; MPI has written the handle.
            unsafe {
                call!($primal($($arg,)* made, ierror));
                if *ierror == raw::SUCCESS {
                    communicator::attach(comm(made), &stringify!($name));
                }
            }
        }
    )*};
}

#[rustfmt::skip] // a table
makers! {
    mpi_comm_dup_ by enzyme_rs_mpi_internal_pmpi_comm_dup(old);
    mpi_comm_dup_with_info_ by enzyme_rs_mpi_internal_pmpi_comm_dup_with_info(old info);
    mpi_comm_split_ by enzyme_rs_mpi_internal_pmpi_comm_split(old color key);
    mpi_comm_split_type_ by enzyme_rs_mpi_internal_pmpi_comm_split_type(old split_type key info);
    mpi_comm_create_ by enzyme_rs_mpi_internal_pmpi_comm_create(old group);
    mpi_comm_create_group_ by enzyme_rs_mpi_internal_pmpi_comm_create_group(old group tag);
    mpi_cart_create_ by enzyme_rs_mpi_internal_pmpi_cart_create(old dimensions sizes periodic reorder);
    mpi_cart_sub_ by enzyme_rs_mpi_internal_pmpi_cart_sub(old remain);
    mpi_graph_create_ by enzyme_rs_mpi_internal_pmpi_graph_create(old nodes index edges reorder);
    mpi_dist_graph_create_ by enzyme_rs_mpi_internal_pmpi_dist_graph_create(
        old count sources degrees destinations weights info reorder);
    mpi_dist_graph_create_adjacent_ by enzyme_rs_mpi_internal_pmpi_dist_graph_create_adjacent(
        old sources source source_weights destinations destination destination_weights info reorder);
    mpi_intercomm_create_ by enzyme_rs_mpi_internal_pmpi_intercomm_create(
        local local_leader bridge remote_leader tag);
    mpi_intercomm_merge_ by enzyme_rs_mpi_internal_pmpi_intercomm_merge(old high);
}

/// As the MPI standard has it.
///
/// # Safety
/// That of the MPI function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_comm_idup_(
    old: *mut MPI_Fint,
    made: *mut MPI_Fint,
    request: *mut MPI_Fint,
    ierror: *mut MPI_Fint,
) {
    // SAFETY: what the caller owes.
    unsafe {
        *ierror = communicator::duplicate(comm(old), || {
            call!(enzyme_rs_mpi_internal_pmpi_comm_idup(
                old, made, request, ierror
            ));
            *ierror
        });
        // It may be waited for in differentiated code.
        let site = Site::new(&"MPI_Comm_idup", std::ptr::null());
        request::passive(*ierror, raw::RSMPI_Request_f2c(*request), site);
    }
}

/// Functions that end a communicator.
macro_rules! enders {
    ($($name:ident by $primal:ident;)*) => {$(
        /// As the MPI standard has it.
        ///
        /// # Safety
        /// That of the MPI function.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(old: *mut MPI_Fint, ierror: *mut MPI_Fint) {
            // SAFETY: what the caller owes.
            unsafe {
                let shadow = communicator::release(comm(old));
                call!($primal(old, ierror));
                drop(shadow);
            }
        }
    )*};
}

enders! {
    mpi_comm_free_ by enzyme_rs_mpi_internal_pmpi_comm_free;
    mpi_comm_disconnect_ by enzyme_rs_mpi_internal_pmpi_comm_disconnect;
}

/// As the MPI standard has it.
///
/// # Safety
/// That of the MPI function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_init_(ierror: *mut MPI_Fint) {
    // SAFETY: what the caller owes.
    unsafe {
        call!(enzyme_rs_mpi_internal_pmpi_init(ierror));
        begun(*ierror);
    }
}

/// As the MPI standard has it.
///
/// # Safety
/// That of the MPI function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_init_thread_(
    required: *mut MPI_Fint,
    provided: *mut MPI_Fint,
    ierror: *mut MPI_Fint,
) {
    // SAFETY: what the caller owes.
    unsafe {
        call!(enzyme_rs_mpi_internal_pmpi_init_thread(
            required, provided, ierror
        ));
        begun(*ierror);
    }
}

/// As the MPI standard has it.
///
/// # Safety
/// That of the MPI function.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn mpi_finalize_(ierror: *mut MPI_Fint) {
    ending();
    // SAFETY: what the caller owes.
    unsafe { call!(enzyme_rs_mpi_internal_pmpi_finalize(ierror)) }
}
