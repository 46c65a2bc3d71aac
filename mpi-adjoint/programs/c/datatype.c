// Fails with: `MPI_Allreduce` takes what `mine` points to for numbers of another kind
//
// The wrong datatype: half of a double is no float.
#define NAME "datatype"
#include "check.h"

static MPI_Comm communicator(void) { return MPI_COMM_WORLD; }
static int inputs(MPI_Comm comm) { return 2 + 0 * (comm == MPI_COMM_NULL); }
static int outputs(MPI_Comm comm) { return 1 + 0 * (comm == MPI_COMM_NULL); }

static void f(const double *x, double *y, MPI_Comm comm) {
  double mine = x[0] * x[1], all;
  MPI_Allreduce(&mine, &all, 1, MPI_FLOAT, MPI_SUM, comm);
  y[0] = all;
}
