/* MPI's library for Fortran, as far as C can see it.
 *
 * Owns: references that may stay open. Programs in C link this library without that of Fortran, so nothing here may
 * need it: all its symbols are weak, and NULL where it is not linked. Must not: decide anything; src/fortran reads. */
#include <mpi.h>
#include <stddef.h>

#define WEAK __attribute__((weak))

/* Integers of a status, MPI_STATUS_SIZE of Fortran. */
const int enzyme_rs_mpi_internal_fortran_status_size = sizeof(MPI_Status) / sizeof(MPI_Fint);

extern WEAK void pmpi_initialized_(MPI_Fint *flag, MPI_Fint *ierror);

/* Calls a function of Fortran's library that does no harm; 0 if there is none. Behind it the library knows its special
 * addresses, for MPICH looks them up in the first call, and `logical` is its .true., for MPI is initialised. */
int enzyme_rs_mpi_internal_fortran_wake(MPI_Fint *logical) {
    MPI_Fint ierror = 0;
    if (!pmpi_initialized_) return 0;
    pmpi_initialized_(logical, &ierror);
    return 1;
}

#ifdef OPEN_MPI
/* Common blocks of mpif.h. Programs have them, too; the linker makes one of all. */
extern WEAK MPI_Fint mpi_fortran_in_place_, mpi_fortran_bottom_;

const void *enzyme_rs_mpi_internal_fortran_in_place(void) { return &mpi_fortran_in_place_; }
const void *enzyme_rs_mpi_internal_fortran_bottom(void) { return &mpi_fortran_bottom_; }
#else
/* MPICH and its kin keep the addresses that Fortran told them. */
extern WEAK void *MPIR_F_MPI_IN_PLACE, *MPIR_F_MPI_BOTTOM;

const void *enzyme_rs_mpi_internal_fortran_in_place(void) {
    return &MPIR_F_MPI_IN_PLACE ? MPIR_F_MPI_IN_PLACE : NULL;
}
const void *enzyme_rs_mpi_internal_fortran_bottom(void) { return &MPIR_F_MPI_BOTTOM ? MPIR_F_MPI_BOTTOM : NULL; }
#endif

/* The functions that src/fortran/interpose.rs and src/fortran/waiting.rs stand in front of. */
#define FORTRAN(name)                                                                                                  \
    extern WEAK void pmpi_##name##_(void);                                                                             \
    void (*const enzyme_rs_mpi_internal_pmpi_##name)(void) = pmpi_##name##_;

FORTRAN(init)
FORTRAN(init_thread)
FORTRAN(finalize)
FORTRAN(comm_dup)
FORTRAN(comm_dup_with_info)
FORTRAN(comm_idup)
FORTRAN(comm_split)
FORTRAN(comm_split_type)
FORTRAN(comm_create)
FORTRAN(comm_create_group)
FORTRAN(cart_create)
FORTRAN(cart_sub)
FORTRAN(graph_create)
FORTRAN(dist_graph_create)
FORTRAN(dist_graph_create_adjacent)
FORTRAN(intercomm_create)
FORTRAN(intercomm_merge)
FORTRAN(comm_free)
FORTRAN(comm_disconnect)

FORTRAN(send)
FORTRAN(ssend)
FORTRAN(bsend)
FORTRAN(rsend)
FORTRAN(recv)
FORTRAN(mrecv)
FORTRAN(sendrecv)
FORTRAN(sendrecv_replace)
FORTRAN(probe)
FORTRAN(mprobe)
FORTRAN(wait)
FORTRAN(waitall)
FORTRAN(waitany)
FORTRAN(waitsome)
FORTRAN(barrier)
FORTRAN(bcast)
FORTRAN(gather)
FORTRAN(gatherv)
FORTRAN(scatter)
FORTRAN(scatterv)
FORTRAN(allgather)
FORTRAN(allgatherv)
FORTRAN(alltoall)
FORTRAN(alltoallv)
FORTRAN(alltoallw)
FORTRAN(neighbor_allgather)
FORTRAN(neighbor_allgatherv)
FORTRAN(neighbor_alltoall)
FORTRAN(neighbor_alltoallv)
FORTRAN(neighbor_alltoallw)
FORTRAN(reduce)
FORTRAN(allreduce)
FORTRAN(reduce_scatter)
FORTRAN(reduce_scatter_block)
FORTRAN(scan)
FORTRAN(exscan)
FORTRAN(win_fence)
FORTRAN(win_start)
FORTRAN(win_complete)
FORTRAN(win_wait)
FORTRAN(win_lock)
FORTRAN(win_lock_all)
FORTRAN(win_unlock)
FORTRAN(win_unlock_all)
FORTRAN(win_flush)
FORTRAN(win_flush_all)
