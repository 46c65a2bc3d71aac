// MPI alone: a communicator that is freed before a nonblocking collective call on it has ended, as the standard allows
// (MPI 4.0, 7.4.3). Open MPI 4.1 crashes at times.
//
//     mpicc.openmpi freed_early.c && mpirun.openmpi -n 2 ./a.out
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double x[64] = {1}, y[64];
  for (int round = 0; round < 500; round++) {
    MPI_Comm comm;
    MPI_Request request;
    MPI_Comm_dup(MPI_COMM_WORLD, &comm);
    MPI_Iallreduce(x, y, 64, MPI_DOUBLE, MPI_SUM, comm, &request);
    MPI_Comm_free(&comm);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Finalize();
  printf("no crash\n");
  return 0;
}
