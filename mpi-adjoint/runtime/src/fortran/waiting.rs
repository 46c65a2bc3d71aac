//! The functions of MPI that wait, as a program in Fortran sees them. Open MPI's library for Fortran calls C by its `PMPI_` names, so that
//! `crate::waiting` alone would not see these calls; MPICH's calls by the plain names, and the time counts once all the same.
//! Owns their definitions. Must not: turn arguments, which MPI's own library does, or a tool between it and this one.

use super::interpose::Foreign;
use super::special;
use crate::next::{Next, name};
use crate::raw::MPI_Fint;
use crate::waiting::timed;
use std::ffi::c_void;
use std::mem::transmute;

/// Functions with so many arguments in front of the error code.
macro_rules! waits {
    (place $arg:ident) => { *mut MPI_Fint };
    ($($name:ident by $primal:ident($($arg:ident)*);)*) => {$(
        /// As the MPI standard has it.
        ///
        /// # Safety
        /// That of the MPI function.
        #[unsafe(no_mangle)]
        #[allow(clippy::too_many_arguments, reason = "the arguments of the MPI function")]
        pub unsafe extern "C" fn $name($($arg: *mut MPI_Fint,)* ierror: *mut MPI_Fint) {
            unsafe extern "C" {
                static $primal: Foreign;
            }
            static NEXT: Next = Next::new(name!($name));
            // SAFETY: what is next has the same name and type; the rest is what the caller owes.
            timed(|| unsafe {
                let Some(otherwise) = $primal else { special::no_library() };
                let next = transmute::<*mut c_void, unsafe extern "C" fn($(waits!(place $arg),)* *mut MPI_Fint)>(
                    NEXT.find(otherwise as *mut c_void),
                );
                next($($arg,)* ierror);
            });
        }
    )*};
}

#[rustfmt::skip] // a table
waits! {
    mpi_send_ by enzyme_rs_mpi_internal_pmpi_send(a b c d e f);
    mpi_ssend_ by enzyme_rs_mpi_internal_pmpi_ssend(a b c d e f);
    mpi_bsend_ by enzyme_rs_mpi_internal_pmpi_bsend(a b c d e f);
    mpi_rsend_ by enzyme_rs_mpi_internal_pmpi_rsend(a b c d e f);
    mpi_recv_ by enzyme_rs_mpi_internal_pmpi_recv(a b c d e f g);
    mpi_mrecv_ by enzyme_rs_mpi_internal_pmpi_mrecv(a b c d e);
    mpi_sendrecv_ by enzyme_rs_mpi_internal_pmpi_sendrecv(a b c d e f g h i j k l);
    mpi_sendrecv_replace_ by enzyme_rs_mpi_internal_pmpi_sendrecv_replace(a b c d e f g h i);
    mpi_probe_ by enzyme_rs_mpi_internal_pmpi_probe(a b c d);
    mpi_mprobe_ by enzyme_rs_mpi_internal_pmpi_mprobe(a b c d e);
    mpi_wait_ by enzyme_rs_mpi_internal_pmpi_wait(a b);
    mpi_waitall_ by enzyme_rs_mpi_internal_pmpi_waitall(a b c);
    mpi_waitany_ by enzyme_rs_mpi_internal_pmpi_waitany(a b c d);
    mpi_waitsome_ by enzyme_rs_mpi_internal_pmpi_waitsome(a b c d e);
    mpi_barrier_ by enzyme_rs_mpi_internal_pmpi_barrier(a);
    mpi_bcast_ by enzyme_rs_mpi_internal_pmpi_bcast(a b c d e);
    mpi_gather_ by enzyme_rs_mpi_internal_pmpi_gather(a b c d e f g h);
    mpi_gatherv_ by enzyme_rs_mpi_internal_pmpi_gatherv(a b c d e f g h i);
    mpi_scatter_ by enzyme_rs_mpi_internal_pmpi_scatter(a b c d e f g h);
    mpi_scatterv_ by enzyme_rs_mpi_internal_pmpi_scatterv(a b c d e f g h i);
    mpi_allgather_ by enzyme_rs_mpi_internal_pmpi_allgather(a b c d e f g);
    mpi_allgatherv_ by enzyme_rs_mpi_internal_pmpi_allgatherv(a b c d e f g h);
    mpi_alltoall_ by enzyme_rs_mpi_internal_pmpi_alltoall(a b c d e f g);
    mpi_alltoallv_ by enzyme_rs_mpi_internal_pmpi_alltoallv(a b c d e f g h i);
    mpi_alltoallw_ by enzyme_rs_mpi_internal_pmpi_alltoallw(a b c d e f g h i);
    mpi_neighbor_allgather_ by enzyme_rs_mpi_internal_pmpi_neighbor_allgather(a b c d e f g);
    mpi_neighbor_allgatherv_ by enzyme_rs_mpi_internal_pmpi_neighbor_allgatherv(a b c d e f g h);
    mpi_neighbor_alltoall_ by enzyme_rs_mpi_internal_pmpi_neighbor_alltoall(a b c d e f g);
    mpi_neighbor_alltoallv_ by enzyme_rs_mpi_internal_pmpi_neighbor_alltoallv(a b c d e f g h i);
    mpi_neighbor_alltoallw_ by enzyme_rs_mpi_internal_pmpi_neighbor_alltoallw(a b c d e f g h i);
    mpi_reduce_ by enzyme_rs_mpi_internal_pmpi_reduce(a b c d e f g);
    mpi_allreduce_ by enzyme_rs_mpi_internal_pmpi_allreduce(a b c d e f);
    mpi_reduce_scatter_ by enzyme_rs_mpi_internal_pmpi_reduce_scatter(a b c d e f);
    mpi_reduce_scatter_block_ by enzyme_rs_mpi_internal_pmpi_reduce_scatter_block(a b c d e f);
    mpi_scan_ by enzyme_rs_mpi_internal_pmpi_scan(a b c d e f);
    mpi_exscan_ by enzyme_rs_mpi_internal_pmpi_exscan(a b c d e f);
    mpi_win_fence_ by enzyme_rs_mpi_internal_pmpi_win_fence(a b);
    mpi_win_start_ by enzyme_rs_mpi_internal_pmpi_win_start(a b c);
    mpi_win_complete_ by enzyme_rs_mpi_internal_pmpi_win_complete(a);
    mpi_win_wait_ by enzyme_rs_mpi_internal_pmpi_win_wait(a);
    mpi_win_lock_ by enzyme_rs_mpi_internal_pmpi_win_lock(a b c d);
    mpi_win_lock_all_ by enzyme_rs_mpi_internal_pmpi_win_lock_all(a b);
    mpi_win_unlock_ by enzyme_rs_mpi_internal_pmpi_win_unlock(a b);
    mpi_win_unlock_all_ by enzyme_rs_mpi_internal_pmpi_win_unlock_all(a);
    mpi_win_flush_ by enzyme_rs_mpi_internal_pmpi_win_flush(a b);
    mpi_win_flush_all_ by enzyme_rs_mpi_internal_pmpi_win_flush_all(a);
}
