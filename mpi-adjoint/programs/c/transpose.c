// The transpose of a matrix that is spread by rows over the ranks, uneven ones: MPI_Alltoallv; then columns are gathered evenly.
#define NAME "transpose"
#include "check.h"

static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
// Rows of a rank: 1, 2, 3, 1, 2, ...
static int rows(int rank) { return rank % 3 + 1; }
static int all_rows(MPI_Comm comm) {
  int size, n = 0;
  MPI_Comm_size(comm, &size);
  for (int r = 0; r < size; r++) n += rows(r);
  return n;
}
static int inputs(MPI_Comm comm) {
  int rank;
  MPI_Comm_rank(comm, &rank);
  return rows(rank) * all_rows(comm);
}
static int outputs(MPI_Comm comm) { return inputs(comm); }

static void f(const double *x, double *y, MPI_Comm comm) {
  int rank, size, n = all_rows(comm);
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int mine = rows(rank);
  int *counts = (int *)malloc(size * sizeof *counts), *at = (int *)malloc(size * sizeof *at);
  double *packed = (double *)malloc(mine * n * sizeof *packed), *come = (double *)malloc(mine * n * sizeof *come);
  for (int r = 0, column = 0, k = 0; r < size; column += rows(r), r++) {
    at[r] = k, counts[r] = mine * rows(r);
    for (int j = 0; j < rows(r); j++)
      for (int i = 0; i < mine; i++) packed[k++] = x[i * n + column + j] * (1 + 0.5 * x[i * n]);
  }
  MPI_Alltoallv(packed, counts, at, MPI_DOUBLE, come, counts, at, MPI_DOUBLE, comm);
  // Of each rank came its part of my rows of the transpose.
  for (int r = 0, column = 0; r < size; column += rows(r), r++)
    for (int i = 0; i < mine; i++)
      for (int j = 0; j < rows(r); j++) y[i * n + column + j] = exp(come[at[r] + i * rows(r) + j]);
  free(counts), free(at), free(packed), free(come);
}
