// Each rank has a part of a ring; the square of a sum over all makes each derivative depend on every rank.
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <mpi.h>

static double energy(double *u, int n) {
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  double left = 0, sum = 0, all;
  MPI_Sendrecv(u + n - 1, 1, MPI_DOUBLE, (rank + 1) % size, 0, &left, 1, MPI_DOUBLE, (rank + size - 1) % size, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  for (int i = 0; i < n; i++)
    sum += sin(u[i]) * (i ? u[i - 1] : left);
  MPI_Allreduce(&sum, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all * all;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double u[10], du[10] = {0};
  for (int i = 0; i < 10; i++)
    u[i] = 1 + 0.1 * i + rank;
  __enzyme_autodiff_void((void *)energy, enzyme_dup, u, du, enzyme_const, 10);
  MPI_Finalize();
}
