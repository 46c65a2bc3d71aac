// MPI alone: a message to the process itself that is longer than what is received, an error of the program. Open MPI 4.1
// returns MPI_SUCCESS.
//
//     mpicc.openmpi sendrecv_self.c && mpirun.openmpi -n 1 ./a.out
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  double x[4] = {1, 2, 3, 4}, y[2] = {0};
  int error = MPI_Sendrecv(x, 4, MPI_DOUBLE, 0, 1, y, 2, MPI_DOUBLE, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  printf("%s\n", error == MPI_SUCCESS ? "no error is returned" : "truncated, as it should be said");
  MPI_Finalize();
  return error == MPI_SUCCESS;
}
