// Calls that are rare in a program's time loop: what has come is read before its request is completed, a reduction on one
// rank, and a call that fails and returns its error.
#define NAME "look"
#include "check.h"

enum { N = 3 };
static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }

static void f(const double *x, double *y, MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int next = (rank + 1) % size, last = (rank + size - 1) % size;
  double here[N], there[N], sum[N];
  MPI_Request requests[2];
  MPI_Status status;
  for (int i = 0; i < N; i++) here[i] = x[i] * x[(i + 1) % N], sum[i] = sin(x[i]);
  MPI_Irecv(there, N, MPI_DOUBLE, last, 3, comm, &requests[0]);
  MPI_Isend(here, N, MPI_DOUBLE, next, 3, comm, &requests[1]);
  for (int come = 0; !come;) MPI_Request_get_status(requests[0], &come, &status);
  for (int i = 0; i < N; i++) sum[i] *= there[i] + status.MPI_TAG;
  MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  for (int i = 0; i < N; i++) here[i] = there[i] * sum[(i + 1) % N];
  MPI_Reduce_local(here, sum, N, MPI_DOUBLE, MPI_SUM);
  MPI_Errhandler handler;
  MPI_Comm_get_errhandler(comm, &handler);
  MPI_Comm_set_errhandler(comm, MPI_ERRORS_RETURN);
  if (MPI_Allreduce(sum, there, N, MPI_DOUBLE, MPI_OP_NULL, comm) == MPI_SUCCESS) sum[0] = NAN;
  MPI_Comm_set_errhandler(comm, handler);
  MPI_Errhandler_free(&handler);
  for (int i = 0; i < N; i++) y[i] = sum[i] * sum[i] + here[i];
}
