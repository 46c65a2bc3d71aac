// A reduction by hand: pairs of ranks, half as many in each round, an operation that is no sum; then the result goes down the same tree.
#define NAME "tree"
#include "check.h"

enum { N = 2 };
static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }

static void f(const double *x, double *y, MPI_Comm comm) {
  int rank, size, distance = 1;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  double mine[N], other[N];
  memcpy(mine, x, sizeof mine);
  for (; distance < size; distance *= 2) {
    if (rank % (2 * distance) == distance) {
      MPI_Ssend(mine, N, MPI_DOUBLE, rank - distance, distance, comm);
      break;
    }
    if (rank + distance < size) {
      MPI_Recv(other, N, MPI_DOUBLE, rank + distance, distance, comm, MPI_STATUS_IGNORE);
      for (int i = 0; i < N; i++) mine[i] = mine[i] * cos(other[i]) + other[N - 1 - i];
    }
  }
  if (rank) MPI_Recv(mine, N, MPI_DOUBLE, rank - distance, 100, comm, MPI_STATUS_IGNORE);
  for (distance /= 2; distance > 0; distance /= 2)
    if (rank + distance < size) MPI_Send(mine, N, MPI_DOUBLE, rank + distance, 100, comm);
  for (int i = 0; i < N; i++) y[i] = mine[i] * (1 + x[i]);
}
