// Compiled with: -fopenmp
//
// Parallel regions that communicate: by the master, by whoever comes first, by one worker at a time, and by all workers at once, with tags of their own.
// What a worker sends others read as well, so that a message brings an adjoint to where several workers add.
#include "agree.h"
#include <omp.h>
#include <stdio.h>

enum { WORKERS = 3, EACH = 4, N = WORKERS * EACH };

static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) { return N + 0 * (comm == MPI_COMM_NULL); }

typedef struct ring {
  MPI_Comm comm;
  int next, last;
} ring;

static ring of(MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  return (ring){comm, (rank + 1) % size, (rank + size - 1) % size};
}

static void by_the_master(const double *from, double *to, ring r) {
  double got[N], norm = 0, all = 0;
#pragma omp parallel num_threads(WORKERS)
  {
#pragma omp master
    MPI_Sendrecv(from, N, MPI_DOUBLE, r.next, 1, got, N, MPI_DOUBLE, r.last, 1, r.comm, MPI_STATUS_IGNORE);
#pragma omp for reduction(+ : norm)
    for (int i = 0; i < N; i++) norm += from[i] * from[(i + 1) % N];
#pragma omp master
    MPI_Allreduce(&norm, &all, 1, MPI_DOUBLE, MPI_SUM, r.comm);
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < N; i++) to[i] = got[i] * from[(i + 3) % N] / (1 + all * all);
  }
}

static void by_all(const double *from, double *to, ring r) {
#pragma omp parallel num_threads(WORKERS)
  {
    int worker = omp_get_thread_num(), begin = worker * EACH;
    double got[EACH];
    MPI_Request requests[2];
    MPI_Irecv(got, EACH, MPI_DOUBLE, r.last, 10 + worker, r.comm, &requests[0]);
    // The neighbour's numbers: two workers send each of them, and all read them.
    MPI_Isend(from + (begin + 2) % (N - EACH), EACH, MPI_DOUBLE, r.next, 10 + worker, r.comm, &requests[1]);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    for (int i = 0; i < EACH; i++) to[begin + i] = sin(got[i]) * from[(begin + 5 * i) % N];
  }
}

static void by_one_at_a_time(const double *from, double *to, ring r) {
  double all[N];
#pragma omp parallel num_threads(WORKERS)
  {
#pragma omp single
    MPI_Allreduce(from, all, N, MPI_DOUBLE, MPI_SUM, r.comm);
#pragma omp for ordered schedule(static, 1)
    for (int worker = 0; worker < WORKERS; worker++) {
      double got[EACH];
#pragma omp ordered
      MPI_Sendrecv(from + worker, EACH, MPI_DOUBLE, r.next, 20 + worker, got, EACH, MPI_DOUBLE, r.last, 20 + worker, r.comm, MPI_STATUS_IGNORE);
      for (int i = 0; i < EACH; i++) to[worker * EACH + i] = got[i] * all[i] * 0.2 + from[(worker * EACH + i + 1) % N];
    }
  }
}

static void f(const double *x, double *y, MPI_Comm comm) {
  ring r = of(comm);
  double one[N], other[N];
  for (int i = 0; i < N; i++) one[i] = 0.7 * x[i];
  for (int step = 0; step < 2; step++) {
    by_the_master(one, other, r);
    by_all(other, one, r);
    by_one_at_a_time(one, other, r);
    for (int i = 0; i < N; i++) one[i] = other[i];
  }
  for (int i = 0; i < N; i++) y[i] = one[i];
}

int main(int argc, char **argv) {
  int provided, rank, size, failed = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (provided < MPI_THREAD_MULTIPLE) {
    printf("SKIPPED: this MPI lets one thread call it\n");
    MPI_Finalize();
    return 0;
  }
  for (unsigned long round = 0; round < 3; round++) {
    struct agreement found = agree(round, communicator());
    failed += !found.good;
    if (rank == 0 && (!found.good || round == 2))
      printf("hybrid, %d ranks: reverse %.15g, forward %.1e apart, differences %.1e apart: %s\n", size, found.reverse, found.forward,
             found.difference, found.good ? "ok" : "WRONG");
  }
  MPI_Finalize();
  return failed != 0;
}
