// What the adjoint of one collective call of DOUBLES numbers costs. A gather is there to compare with: its root holds
// what all ranks send.
#include "cost.h"

enum { N = DOUBLES };
static enum kind { BCAST, ALLREDUCE, SCAN, GATHER, KINDS } kind;

static int choose(const char *what) {
  static const char *const names[KINDS] = {"bcast", "allreduce", "scan", "gather"};
  for (int i = 0; i < KINDS; i++)
    if (strcmp(what, names[i]) == 0) {
      kind = (enum kind)i;
      return 1;
    }
  return 0;
}

static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  return kind != GATHER ? N : rank == 0 ? size * N : 0;
}

static void f(const double *x, double *y, MPI_Comm comm) {
  double *z = (double *)malloc(N * sizeof *z);
  for (int i = 0; i < N; i++) z[i] = x[i] * x[i];
  switch (kind) {
  case BCAST:
    memcpy(y, z, N * sizeof *z);
    MPI_Bcast(y, N, MPI_DOUBLE, 0, comm);
    break;
  case ALLREDUCE:
    MPI_Allreduce(z, y, N, MPI_DOUBLE, MPI_SUM, comm);
    break;
  case SCAN:
    MPI_Scan(z, y, N, MPI_DOUBLE, MPI_SUM, comm);
    break;
  default:
    MPI_Gather(z, N, MPI_DOUBLE, y, N, MPI_DOUBLE, 0, comm);
  }
  free(z);
}
