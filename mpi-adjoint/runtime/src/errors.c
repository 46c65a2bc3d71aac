/* The error handler that replaces MPI's fatal one.
 *
 * Owns: the function type, which has any number of arguments. Must not: say anything itself. */
#include <mpi.h>

void enzyme_rs_mpi_internal_explain(int code);

void enzyme_rs_mpi_internal_handle_error(MPI_Comm *comm, int *code, ...) {
    (void)comm;
    enzyme_rs_mpi_internal_explain(*code);
}
