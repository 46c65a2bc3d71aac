// Compares the derivative of a distributed function with itself and with differences.
//
// Owns: the comparison, and the calls of the hooks. Must not: say how often, or what else is done. A program defines
// the numbers of its inputs and outputs on each rank (`inputs`, `outputs`), the function `f`, and the communicator that
// it runs on. Three numbers must agree, for random directions d of the inputs and weights w of the
// outputs, each spread over all ranks:
//
//     sum of d . (J^T w)    reverse mode
//     sum of w . (J d)      forward mode           1e-12 relative
//     sum of w . (f(x + h d) - f(x - h d)) / 2h    1e-7 relative
#ifndef AGREE_H
#define AGREE_H
#include <math.h>
#include <mpi.h>
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

// Adds the gradient of the sum of dy . f(x) over all ranks to dx, and zeroes dy.
static void gradient(const double *x, double *dx, double *y, double *dy, MPI_Comm comm) {
  __enzyme_autodiff((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, comm);
}

static double apart(double a, double b, double scale) { return fabs(a - b) / fmax(scale, fabs(a)); }

// Of the three numbers: the first one, and by how much the others differ from it.
struct agreement {
  double reverse, forward, difference;
  int good;
};

// In random directions, other ones for each `round`.
static struct agreement agree(unsigned long round, MPI_Comm comm) {
  int rank, n = inputs(comm), m = outputs(comm);
  MPI_Comm_rank(comm, &rank);
  double *x = (double *)calloc(n + 1, sizeof *x), *d = (double *)calloc(n + 1, sizeof *d);
  double *xd = (double *)calloc(n + 1, sizeof *x), *dx = (double *)calloc(n + 1, sizeof *x);
  double *y = (double *)calloc(m + 1, sizeof *y), *w = (double *)calloc(m + 1, sizeof *w);
  double *dy = (double *)calloc(m + 1, sizeof *y), *other = (double *)calloc(m + 1, sizeof *y);
  unsigned long seed = 100 * round + (unsigned long)rank;
  fill(x, n, 1 + 3 * seed);
  fill(d, n, 2 + 3 * seed);
  fill(w, m, 3 + 3 * seed);
  memcpy(dy, w, m * sizeof *w);
  gradient(x, dx, y, dy, comm);
  double reverse = dot(d, dx, n, comm), scale = sqrt(dot(dx, dx, n, comm) * dot(d, d, n, comm)) + 1e-300;
  memset(dy, 0, m * sizeof *dy);
  __enzyme_fwddiff((void *)f, enzyme_dup, x, d, enzyme_dup, y, dy, enzyme_const, comm);
  double forward = dot(w, dy, m, comm), h = 1e-5;
  for (int i = 0; i < n; i++) xd[i] = x[i] + h * d[i];
  f(xd, y, comm);
  for (int i = 0; i < n; i++) xd[i] = x[i] - h * d[i];
  f(xd, other, comm);
  for (int i = 0; i < m; i++) y[i] -= other[i];
  double difference = dot(w, y, m, comm) / (2 * h);
  struct agreement found = {reverse, apart(reverse, forward, scale), apart(reverse, difference, scale), 0};
  found.good = found.forward < 1e-12 && found.difference < 1e-7 && scale > 1e-200;
  free(x), free(d), free(xd), free(dx), free(y), free(w), free(dy), free(other);
  return found;
}
#endif
