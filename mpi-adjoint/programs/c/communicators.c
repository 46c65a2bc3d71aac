// Communicators that are made, used and freed in differentiated code: more of them than some MPIs have at a time, so that
// those of their derivatives must not stay apart until they are reversed.
#define NAME "communicators"
#include "check.h"

// Few on several ranks: an MPI that never gives up its core while it waits is slow on fewer cores than ranks, and on a busy machine.
enum { N = 2, MANY = 1100, SOME = 150, FEW = 12 };
static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) { return 1 + 0 * (comm == MPI_COMM_NULL); }

static void f(const double *x, double *y, MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  double here = x[0], all, before = 0, there = 0;
  for (int i = 0; i < (size == 1 ? MANY : size == 2 ? SOME : FEW); i++) {
    // All in two orders, and the halves.
    int color = i % 3 == 2 ? rank % 2 : 0, key = i % 3 == 1 ? -rank : rank;
    MPI_Comm part;
    MPI_Request request;
    MPI_Comm_split(comm, color, key, &part);
    MPI_Allreduce(&here, &all, 1, MPI_DOUBLE, MPI_SUM, part);
    MPI_Scan(&here, &before, 1, MPI_DOUBLE, MPI_SUM, part);
    int place, places;
    MPI_Comm_rank(part, &place);
    MPI_Comm_size(part, &places);
    // Completed when the communicator has gone.
    MPI_Irecv(&there, 1, MPI_DOUBLE, (place + 1) % places, 1, part, &request);
    MPI_Send(&before, 1, MPI_DOUBLE, (place + places - 1) % places, 1, part);
    MPI_Comm_free(&part);
    MPI_Wait(&request, MPI_STATUS_IGNORE);
    here = sin(here + 0.01 * x[1] * all + 0.1 * there);
  }
  y[0] = here;
}
