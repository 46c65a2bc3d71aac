/* enzyme_rs/mpi.h - derivatives of programs that use MPI, for C99 and C++
 *
 * Owns: declarations of what a program may call itself; differentiation needs none of it. Link with
 * -lenzyme_rs_mpi before the MPI library, the one that it was built for.
 *
 * Made by cbindgen from mpi-adjoint/runtime/src; do not edit.
 */

#ifndef ENZYME_RS_MPI_H
#define ENZYME_RS_MPI_H

#include <mpi.h>
#include <stdint.h>

/**
 * What this rank has sent, and what it holds. Bytes are those of the data.
 */
typedef struct enzyme_rs_mpi_statistics_t {
    /**
     * Messages and collective calls of the program, as far as they went through the library.
     */
    uint64_t primal_messages;
    /**
     * Bytes of them.
     */
    uint64_t primal_bytes;
    /**
     * Messages and collective calls with tangents.
     */
    uint64_t tangent_messages;
    /**
     * Bytes of them.
     */
    uint64_t tangent_bytes;
    /**
     * Messages and collective calls with adjoints.
     */
    uint64_t adjoint_messages;
    /**
     * Bytes of them.
     */
    uint64_t adjoint_bytes;
    /**
     * Bytes that the library holds: buffers, and the fixed parts of the records of calls that are not yet reversed.
     */
    uint64_t held_bytes;
    /**
     * The most that it has held since the start, or since enzyme_rs_mpi_statistics_reset.
     */
    uint64_t held_bytes_peak;
} enzyme_rs_mpi_statistics_t;

/**
 * The adjoint of an operator of the program on `count` items of `datatype`: from the inputs `a` and `b` and
 * the adjoint of `a ∘ b` it adds to the adjoints of `a` and `b`. As in `MPI_Op_create`'s function, `a` is
 * the input that comes first (`invec`). All buffers have the datatype's layout; `a ∘ b` must be
 * differentiable at (a, b), and item `i` of it may depend on items `i` alone.
 */
typedef void (*enzyme_rs_mpi_op_adjoint_t)(const void *a,
                                           const void *b,
                                           const void *result_adjoint,
                                           void *a_adjoint,
                                           void *b_adjoint,
                                           int count,
                                           MPI_Datatype datatype);

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Lets derivatives communicate on `comm`, for communicators that were made before or around the library.
 * Collective over `comm`; after MPI_Init. A second call does nothing. Returns MPI_SUCCESS or an MPI error.
 * `comm` is a communicator.
 */
int enzyme_rs_mpi_attach(MPI_Comm comm);

/**
 * The last thing this process did with MPI through the library, such as "rank 0: reverse MPI_Recv at
 * heat.c:34"; an empty text before that. May be called by a signal handler.
 */
const char *enzyme_rs_mpi_last_action(void);

/**
 * What this rank has communicated since the start, or since enzyme_rs_mpi_statistics_reset.
 * `statistics` is a place for the answer.
 */
void enzyme_rs_mpi_statistics(struct enzyme_rs_mpi_statistics_t *statistics);

/**
 * Sets the counters to zero, and the peak to what is held.
 */
void enzyme_rs_mpi_statistics_reset(void);

/**
 * Seconds that the calling thread has spent so far in functions of MPI that wait for other ranks, in its own calls and in those of derivatives.
 */
double enzyme_rs_mpi_waited(void);

/**
 * Gives an operator of the program a derivative. Reductions with it then have tangents and adjoints; the
 * operator is applied in the order of the ranks. Returns MPI_SUCCESS.
 * `op` is an operator; `adjoint` does what [`OpAdjoint`] says.
 */
int enzyme_rs_mpi_register_op(MPI_Op op, enzyme_rs_mpi_op_adjoint_t adjoint);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* ENZYME_RS_MPI_H */
