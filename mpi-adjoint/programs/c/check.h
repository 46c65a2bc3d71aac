// Checks the derivative of a distributed function against itself and against differences.
//
// Owns: `main`. A program defines `NAME`, the numbers of its inputs and outputs on each rank (`inputs`, `outputs`) and
// the function `f`. Three numbers must agree, for random directions d of the inputs and weights w of the
// outputs, each spread over all ranks:
//
//     sum of d . (J^T w)    reverse mode
//     sum of w . (J d)      forward mode           1e-12 relative
//     sum of w . (f(x + h d) - f(x - h d)) / 2h    1e-7 relative
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __cplusplus
extern "C" {
#endif
extern int enzyme_dup, enzyme_const;
void __enzyme_autodiff(void *, ...);
void __enzyme_fwddiff(void *, ...);
#ifdef __cplusplus
}
#endif

static int inputs(MPI_Comm comm);
static int outputs(MPI_Comm comm);
static void f(const double *x, double *y, MPI_Comm comm);
static MPI_Comm communicator(void);

// Numbers from -1 to 1, other ones on each rank.
static void fill(double *values, int n, unsigned long seed) {
  unsigned long state = seed * 6364136223846793005ul + 1442695040888963407ul;
  for (int i = 0; i < n; i++) {
    state = state * 6364136223846793005ul + 1442695040888963407ul;
    values[i] = (double)(state >> 33) / (double)(1ul << 30) - 1.0;
  }
}

static double dot(const double *a, const double *b, int n, MPI_Comm comm) {
  double local = 0, all = 0;
  for (int i = 0; i < n; i++) local += a[i] * b[i];
  MPI_Allreduce(&local, &all, 1, MPI_DOUBLE, MPI_SUM, comm);
  return all;
}

static double apart(double a, double b, double scale) { return fabs(a - b) / fmax(scale, fabs(a)); }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm comm = communicator();
  int rank, size;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  int n = inputs(comm), m = outputs(comm);
  double *x = (double *)calloc(n + 1, sizeof *x), *d = (double *)calloc(n + 1, sizeof *d);
  double *xd = (double *)calloc(n + 1, sizeof *x), *dx = (double *)calloc(n + 1, sizeof *x);
  double *y = (double *)calloc(m + 1, sizeof *y), *w = (double *)calloc(m + 1, sizeof *w);
  double *dy = (double *)calloc(m + 1, sizeof *y), *other = (double *)calloc(m + 1, sizeof *y);
  int failed = 0;
  for (unsigned long round = 0; round < 3; round++) {
    unsigned long seed = 100 * round + (unsigned long)rank;
    fill(x, n, 1 + 3 * seed);
    fill(d, n, 2 + 3 * seed);
    fill(w, m, 3 + 3 * seed);
    memcpy(dy, w, m * sizeof *w);
    memset(dx, 0, n * sizeof *dx);
    __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, comm);
    double reverse = dot(d, dx, n, comm), scale = sqrt(dot(dx, dx, n, comm) * dot(d, d, n, comm)) + 1e-300;
    memset(dy, 0, m * sizeof *dy);
    __enzyme_fwddiff((void *)f, enzyme_dup, x, d, enzyme_dup, y, dy, enzyme_const, comm);
    double forward = dot(w, dy, m, comm);
    double h = 1e-5, difference = 0;
    for (int i = 0; i < n; i++) xd[i] = x[i] + h * d[i];
    f(xd, y, comm);
    for (int i = 0; i < n; i++) xd[i] = x[i] - h * d[i];
    f(xd, other, comm);
    for (int i = 0; i < m; i++) y[i] -= other[i];
    difference = dot(w, y, m, comm) / (2 * h);
    double a = apart(reverse, forward, scale), b = apart(reverse, difference, scale);
    int good = a < 1e-12 && b < 1e-7 && scale > 1e-200;
    failed += !good;
    if (rank == 0 && (!good || round == 2))
      printf("%s, %d ranks: reverse %.15g, forward %.1e apart, differences %.1e apart: %s\n", NAME, size, reverse, a, b,
             good ? "ok" : "WRONG");
  }
  free(x), free(d), free(xd), free(dx), free(y), free(w), free(dy), free(other);
  MPI_Finalize();
  return failed != 0;
}
