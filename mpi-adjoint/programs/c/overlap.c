// Collectives that do not block, several at once and ended in another order than begun; work in between; persistent requests.
#define NAME "overlap"
#include "check.h"

enum { N = 4 };
static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) { return 2 * N + 0 * (comm == MPI_COMM_NULL); }

static void f(const double *x, double *y, MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  double sum[N], first[N], squares[N], out[N], in[N];
  MPI_Request requests[2], ring[2];
  memcpy(first, x, sizeof first);
  for (int i = 0; i < N; i++) squares[i] = x[i] * x[i];
  MPI_Iallreduce(squares, sum, N, MPI_DOUBLE, MPI_SUM, comm, &requests[0]);
  MPI_Ibcast(first, N, MPI_DOUBLE, 0, comm, &requests[1]);
  for (int i = 0; i < N; i++) y[i] = exp(x[i]);
  MPI_Wait(&requests[1], MPI_STATUS_IGNORE);
  for (int i = 0; i < N; i++) y[i] *= first[i];
  MPI_Wait(&requests[0], MPI_STATUS_IGNORE);
  for (int i = 0; i < N; i++) y[i] += sqrt(sum[i]);
  MPI_Send_init(out, N, MPI_DOUBLE, (rank + 1) % size, 5, comm, &ring[0]);
  MPI_Recv_init(in, N, MPI_DOUBLE, (rank + size - 1) % size, 5, comm, &ring[1]);
  memcpy(out, x, sizeof out);
  for (int lap = 0; lap < 3; lap++) {
    MPI_Startall(2, ring);
    MPI_Waitall(2, ring, MPI_STATUSES_IGNORE);
    for (int i = 0; i < N; i++) out[i] = in[i] * sum[(i + lap) % N];
  }
  MPI_Request_free(&ring[0]);
  MPI_Request_free(&ring[1]);
  memcpy(y + N, out, sizeof out);
}
