// Two threads, each with gradients of its own at the same time: on a communicator of its own, and by tags of its own on
// one that both use. What one thread completes must not be taken for what the other one starts meanwhile, for MPIs give
// handles again at once; and none may wait for the other.
#include "agree.h"
#include <pthread.h>
#include <stdio.h>

// More ranks than cores take long where an MPI never gives up its core.
enum { N = 3, THREADS = 2, ROUNDS = 15, ROUNDS_OF_MANY = 3 };
static MPI_Comm own[THREADS], both;
static int wrong[THREADS];

static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }

// Both directions of a ring: a send that is started first, then a receive.
static void pass(double *here, double *there, int tag, MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int next = (rank + 1) % size, last = (rank + size - 1) % size;
  MPI_Request request;
  MPI_Isend(here, N, MPI_DOUBLE, next, tag, comm, &request);
  MPI_Recv(there, N, MPI_DOUBLE, last, tag, comm, MPI_STATUS_IGNORE);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  for (int i = 0; i < N; i++) there[i] = sin(there[i]) + here[i] * here[i];
  MPI_Irecv(here, N, MPI_DOUBLE, next, tag + THREADS, comm, &request);
  MPI_Send(there, N, MPI_DOUBLE, last, tag + THREADS, comm);
  for (int done = 0; !done;) MPI_Test(&request, &done, MPI_STATUS_IGNORE);
  for (int i = 0; i < N; i++) here[i] = 0.3 * here[i] + there[i] * there[(i + 1) % N];
}

static void f(const double *x, double *y, MPI_Comm comm) {
  int first;
  MPI_Comm_compare(comm, own[0], &first);
  int tag = first == MPI_IDENT ? 0 : 1;
  double here[N], there[N], norm = 0, all;
  for (int i = 0; i < N; i++) here[i] = 0.5 * x[i];
  for (int lap = 0; lap < 3; lap++) {
    pass(here, there, 0, comm);
    pass(here, there, tag, both);
  }
  for (int i = 0; i < N; i++) norm += here[i] * here[i];
  MPI_Allreduce(&norm, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
  for (int i = 0; i < N; i++) y[i] = here[i] / (1 + all);
}

static void *work(void *which) {
  long thread = (long)which;
  int size;
  MPI_Comm_size(own[thread], &size);
  unsigned long rounds = size > 2 ? ROUNDS_OF_MANY : ROUNDS;
  for (unsigned long round = 0; round < rounds; round++) wrong[thread] += !agree(round, own[thread]).good;
  return NULL;
}

int main(int argc, char **argv) {
  int provided, rank, failed = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(communicator(), &rank);
  if (provided == MPI_THREAD_MULTIPLE) {
    pthread_t threads[THREADS];
    MPI_Comm_dup(communicator(), &both);
    for (int i = 0; i < THREADS; i++) MPI_Comm_dup(communicator(), &own[i]);
    for (long i = 0; i < THREADS; i++) pthread_create(&threads[i], NULL, work, (void *)i);
    for (int i = 0; i < THREADS; i++) pthread_join(threads[i], NULL), failed += wrong[i];
    for (int i = 0; i < THREADS; i++) MPI_Comm_free(&own[i]);
    MPI_Comm_free(&both);
    if (failed) fprintf(stderr, "threads, rank %d: %d gradients WRONG\n", rank, failed);
  } else if (rank == 0) {
    printf("threads: left out, for the MPI has no MPI_THREAD_MULTIPLE\n");
  }
  MPI_Finalize();
  return failed != 0;
}
