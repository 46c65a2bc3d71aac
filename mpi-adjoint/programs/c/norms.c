// Distributed dot product, norms and extremes; results in place and for one rank only.
#define NAME "norms"
#include "check.h"

enum { N = 6 };
static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) { return 6 + 0 * (comm == MPI_COMM_NULL); }

static void f(const double *x, double *y, MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  double sums[2] = {0, 0}, extremes[2], high = -10, low = 10, product = 1;
  for (int i = 0; i < N; i++) {
    sums[0] += x[i] * x[N - 1 - i];
    sums[1] += x[i] * x[i];
    high = fmax(high, x[i]);
    low = fmin(low, x[i]);
    product *= 1.2 + x[i];
  }
  MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_DOUBLE, MPI_SUM, comm);
  MPI_Allreduce(&high, &extremes[0], 1, MPI_DOUBLE, MPI_MAX, comm);
  MPI_Allreduce(&low, &extremes[1], 1, MPI_DOUBLE, MPI_MIN, comm);
  double all = 0;
  MPI_Reduce(&product, &all, 1, MPI_DOUBLE, MPI_PROD, size - 1, comm);
  MPI_Bcast(&all, 1, MPI_DOUBLE, size - 1, comm);
  y[0] = sums[0] / sqrt(sums[1]);
  y[1] = extremes[0] * sums[1];
  y[2] = extremes[1] * extremes[0];
  y[3] = all;
  double scanned, before = 0;
  MPI_Scan(&sums[1], &scanned, 1, MPI_DOUBLE, MPI_SUM, comm);
  double mine = x[0] * x[1];
  MPI_Exscan(&mine, &before, 1, MPI_DOUBLE, MPI_SUM, comm);
  y[4] = scanned;
  y[5] = rank ? before * before : 0;
}
