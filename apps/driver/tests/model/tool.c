/* A tool of MPI's profiling interface: it counts sums over all ranks, and says at the end how many there were.
 *
 * Owns: the count. Must not: know a simulation. */
#include <mpi.h>
#include <stdio.h>

static long sums;

int MPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm) {
  sums++;
  return PMPI_Allreduce(from, to, count, type, op, comm);
}

__attribute__((destructor)) static void end(void) {
  if (sums) printf("tool: %ld sums\n", sums);
}
