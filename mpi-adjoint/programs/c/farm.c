// A master gives out tasks, whoever is ready sends a result: any source, any tag, by the status.
#define NAME "farm"
#include "check.h"

enum { TASKS = 9, DONE = 99 };
static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm comm) { return TASKS + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) { return TASKS + 0 * (comm == MPI_COMM_NULL); }

static double work(double value, double weight) { return sin(value) * weight + value * value; }

static void master(const double *x, double *y, int workers, MPI_Comm comm) {
  int given = 0;
  for (int worker = 1; worker <= workers; worker++) {
    int tag = given < TASKS ? given : DONE;
    MPI_Send(&x[tag == DONE ? 0 : given], 1, MPI_DOUBLE, worker, tag, comm);
    given++;
  }
  for (int taken = 0; taken < TASKS; taken++) {
    MPI_Status status;
    double result;
    MPI_Recv(&result, 1, MPI_DOUBLE, MPI_ANY_SOURCE, MPI_ANY_TAG, comm, &status);
    y[status.MPI_TAG] = result * (2 + x[status.MPI_TAG]);
    int tag = given < TASKS ? given : DONE;
    MPI_Send(&x[tag == DONE ? 0 : given], 1, MPI_DOUBLE, status.MPI_SOURCE, tag, comm);
    given++;
  }
}

static void worker(const double *x, MPI_Comm comm) {
  for (;;) {
    MPI_Status status;
    double value;
    MPI_Recv(&value, 1, MPI_DOUBLE, 0, MPI_ANY_TAG, comm, &status);
    if (status.MPI_TAG == DONE) return;
    // All workers have the same weights, so that who does a task makes no difference.
    double result = work(value, 3);
    MPI_Send(&result, 1, MPI_DOUBLE, 0, status.MPI_TAG, comm);
  }
}

static void f(const double *x, double *y, MPI_Comm comm) {
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  for (int i = 0; i < TASKS; i++) y[i] = x[i] * x[i];
  int workers = size - 1 < TASKS ? size - 1 : TASKS;
  if (size == 1)
    for (int i = 0; i < TASKS; i++) y[i] = work(x[i], 3) * (2 + x[i]);
  else if (rank == 0)
    master(x, y, workers, comm);
  else if (rank <= workers)
    worker(x, comm);
}
