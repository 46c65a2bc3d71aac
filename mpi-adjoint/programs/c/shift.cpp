// C++: numbers that this program only copies and communicates: MPI's types alone say that they are numbers.
#define NAME "shift"
#include "check.h"
#include <cstdlib>
#include <vector>

static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm) { return 5; }
static int outputs(MPI_Comm comm) {
  int size;
  MPI_Comm_size(comm, &size);
  return 5 + 5 * size + 5;
}

__attribute__((noinline)) static void copy(const double *from, double *to, int n) {
  for (int i = 0; i < n; i++) to[i] = from[i];
}

static void f(const double *x, double *y, MPI_Comm comm) {
  int rank, size, n = inputs(comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  double *moved = (double *)malloc(n * sizeof *moved);
  copy(x, moved, n);
  MPI_Sendrecv_replace(moved, n, MPI_DOUBLE, (rank + 1) % size, 0, (rank + size - 1) % size, 0, comm, MPI_STATUS_IGNORE);
  copy(moved, y, n);
  free(moved);
  std::vector<double> own(x, x + n), all(size * n), sum(n);
  std::vector<int> counts(size, n), at(size);
  for (int r = 0; r < size; r++) at[r] = r * n;
  MPI_Allgatherv(own.data(), n, MPI_DOUBLE, all.data(), counts.data(), at.data(), MPI_DOUBLE, comm);
  MPI_Allreduce(own.data(), sum.data(), n, MPI_DOUBLE, MPI_SUM, comm);
  copy(all.data(), y + n, size * n);
  copy(sum.data(), y + n + size * n, n);
}
