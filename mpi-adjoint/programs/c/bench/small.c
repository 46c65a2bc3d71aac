// What the adjoint of a call costs that communicates one number: CALLS of them, one after the other.
#include "cost.h"

static enum kind { SENDRECV, STARTED, ALLREDUCE, KINDS } kind;

static int choose(const char *what) {
  static const char *const names[KINDS] = {"sendrecv", "started", "allreduce"};
  for (int i = 0; i < KINDS; i++)
    if (strcmp(what, names[i]) == 0) {
      kind = (enum kind)i;
      return 1;
    }
  return 0;
}

static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm comm) { return 1 + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) { return 1 + 0 * (comm == MPI_COMM_NULL); }

static void f(const double *x, double *y, MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int next = (rank + 1) % size, last = (rank + size - 1) % size;
  double here = x[0], there = 0;
  for (int call = 0; call < CALLS; call++) {
    MPI_Request requests[2];
    switch (kind) {
    case SENDRECV:
      MPI_Sendrecv(&here, 1, MPI_DOUBLE, next, 1, &there, 1, MPI_DOUBLE, last, 1, comm, MPI_STATUS_IGNORE);
      break;
    case STARTED:
      MPI_Irecv(&there, 1, MPI_DOUBLE, last, 1, comm, &requests[0]);
      MPI_Isend(&here, 1, MPI_DOUBLE, next, 1, comm, &requests[1]);
      MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
      break;
    default:
      MPI_Allreduce(&here, &there, 1, MPI_DOUBLE, MPI_SUM, comm);
      there /= size;
    }
    here = 0.5 * (here + there);
  }
  y[0] = here;
}
