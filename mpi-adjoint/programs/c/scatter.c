// The root of a scatter keeps its own block where it is: MPI_IN_PLACE as the receive buffer, which is a pointer to no
// memory, by itself or as one of two pointers.
#define NAME "scatter"
#include "check.h"

enum { N = 3 };
static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }

static void f(const double *x, double *y, MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  double *all = (double *)malloc((size_t)(N * size) * sizeof *all), here[N] = {0}, there[N] = {0};
  int *counts = (int *)malloc((size_t)size * sizeof *counts), *starts = (int *)malloc((size_t)size * sizeof *starts);
  for (int i = 0; i < size; i++) counts[i] = N, starts[i] = N * (size - 1 - i);
  for (int i = 0; i < N * size; i++) all[i] = x[i % N] * x[(i + 1) % N] * (i + 1);
  if (rank == 0) {
    MPI_Scatter(all, N, MPI_DOUBLE, MPI_IN_PLACE, N, MPI_DOUBLE, 0, comm);
    for (int i = 0; i < N; i++) here[i] = all[i];
  } else
    MPI_Scatter(NULL, 0, MPI_DOUBLE, here, N, MPI_DOUBLE, 0, comm);
  MPI_Scatterv(all, counts, starts, MPI_DOUBLE, rank == 0 ? MPI_IN_PLACE : there, N, MPI_DOUBLE, 0, comm);
  for (int i = 0; i < N; i++) here[i] *= 1 + (rank == 0 ? all[N * (size - 1) + i] : there[i]);
  MPI_Request request;
  MPI_Iscatterv(all, counts, starts, MPI_DOUBLE, rank == 0 ? MPI_IN_PLACE : there, N, MPI_DOUBLE, 0, comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < N; i++) y[i] = sin(here[i]) * here[(i + 1) % N] + (rank == 0 ? all[N * (size - 1) + i] : there[i]);
  free(all), free(counts), free(starts);
}
