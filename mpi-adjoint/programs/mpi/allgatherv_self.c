// MPI alone: MPI_Allgatherv on one process with a displacement. MPICH 4.0.2 writes to the beginning of the buffer.
//
//     mpicc.mpich allgatherv_self.c && mpirun.mpich -n 1 ./a.out
#include <mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  double x = 7, y[4] = {0};
  int count = 1, start = 2;
  MPI_Allgatherv(&x, 1, MPI_DOUBLE, y, &count, &start, MPI_DOUBLE, MPI_COMM_SELF);
  printf("%g %g %g %g, should be 0 0 7 0\n", y[0], y[1], y[2], y[3]);
  MPI_Finalize();
  return y[2] != 7;
}
