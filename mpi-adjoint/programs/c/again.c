// Persistent communication, started in every step of a nonlinear iteration: neighbours in a ring, a norm that all
// ranks know, and a vector gathered by all. MPI 4.0 has the collective ones; Open MPI before it as an extension.
#define NAME "again"
#include "check.h"
#ifdef OPEN_MPI
#include <mpi-ext.h>
#endif
#ifdef OMPI_HAVE_MPI_EXT_PCOLLREQ
#define MPI_Allreduce_init MPIX_Allreduce_init
#define MPI_Allgather_init MPIX_Allgather_init
#endif

#if MPI_VERSION >= 4
// MPICH 4.0 does not survive that a persistent collective call is started twice.
enum { STEPS = 1 };
#else
enum { STEPS = 5 };
#endif
enum { N = 4 };
static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) { return 2 + 0 * (comm == MPI_COMM_NULL); }

// What it reads was received, and is received anew before it is reversed, by calls that are not given its address.
__attribute__((noinline)) static double weighted(const double *all, int size) {
  double sum = 0;
  for (int i = 0; i < size; i++) sum += all[i] * all[i] / (1 + i);
  return sum;
}

static void f(const double *x, double *y, MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  double u[N + 2], square, norm, *all = (double *)malloc((size_t)size * sizeof *all);
  MPI_Request requests[6];
  int left = (rank + size - 1) % size, right = (rank + 1) % size;
  MPI_Recv_init(&u[0], 1, MPI_DOUBLE, left, 1, comm, &requests[0]);
  MPI_Recv_init(&u[N + 1], 1, MPI_DOUBLE, right, 2, comm, &requests[1]);
  MPI_Send_init(&u[N], 1, MPI_DOUBLE, right, 1, comm, &requests[2]);
  MPI_Send_init(&u[1], 1, MPI_DOUBLE, left, 2, comm, &requests[3]);
  MPI_Allreduce_init(&square, &norm, 1, MPI_DOUBLE, MPI_SUM, comm, MPI_INFO_NULL, &requests[4]);
  MPI_Allgather_init(&square, 1, MPI_DOUBLE, all, 1, MPI_DOUBLE, comm, MPI_INFO_NULL, &requests[5]);
  memcpy(&u[1], x, N * sizeof *x);
  double last = 0;
  for (int step = 0; step < STEPS; step++) {
    MPI_Startall(4, requests);
    square = 0;
    for (int i = 1; i <= N; i++) square += u[i] * u[i];
    MPI_Start(&requests[4]);
    MPI_Start(&requests[5]);
    MPI_Waitall(6, requests, MPI_STATUSES_IGNORE);
    double before = u[0];
    for (int i = 1; i <= N; i++) {
      double here = u[i];
      u[i] = here + 0.1 * (before - 2 * here + u[i + 1]) / (1 + norm);
      before = here;
    }
    last += weighted(all, size);
  }
  for (int i = 0; i < 6; i++) MPI_Request_free(&requests[i]);
  y[0] = last * norm;
  y[1] = u[1] * u[N];
  free(all);
}
