// Compares derivatives of several directions at once with as many of one direction, and counts their messages.
//
// Owns: the calls of hooks with `enzyme_width`. Must not: judge a single direction; agree.h does, and is included before.
#ifndef SEVERAL_H
#define SEVERAL_H
#include "agree.h"
#include <enzyme_rs/mpi.h>

#ifdef __cplusplus
extern "C" {
#endif
extern int enzyme_dupv, enzyme_width;
#ifdef __cplusplus
}
#endif

// Of this rank: the numbers of inputs and outputs, both in bytes as well.
struct room {
  int n, m;
  size_t inputs, outputs;
};

// Shadows of direction k are at dx + k * n and dy + k * m.
#define SEVERAL(WIDTH)                                                                                                  \
  static void gradients##WIDTH(struct room r, const double *x, double *dx, double *y, double *dy, MPI_Comm comm) {      \
    __enzyme_autodiff((void *)f, enzyme_width, WIDTH, enzyme_dupv, r.inputs, x, dx, enzyme_dupv, r.outputs, y, dy,      \
                      enzyme_const, comm);                                                                              \
  }                                                                                                                     \
  static void tangents##WIDTH(struct room r, const double *x, double *dx, double *y, double *dy, MPI_Comm comm) {       \
    __enzyme_fwddiff((void *)f, enzyme_width, WIDTH, enzyme_dupv, r.inputs, x, dx, enzyme_dupv, r.outputs, y, dy,       \
                     enzyme_const, comm);                                                                               \
  }
SEVERAL(2)
SEVERAL(3)
SEVERAL(4)

typedef void derivative(struct room, const double *, double *, double *, double *, MPI_Comm);
static derivative *const all_gradients[] = {gradients2, gradients3, gradients4};
static derivative *const all_tangents[] = {tangents2, tangents3, tangents4};

// The greatest difference, by the greatest number.
static double off(const double *a, const double *b, int n, MPI_Comm comm) {
  double local[2] = {0, 0}, all[2];
  for (int i = 0; i < n; i++) {
    local[0] = fmax(local[0], fabs(a[i] - b[i]));
    local[1] = fmax(local[1], fabs(b[i]));
  }
  MPI_Allreduce(local, all, 2, MPI_DOUBLE, MPI_MAX, comm);
  return all[0] / fmax(all[1], 1e-300);
}

// By how much so many directions at once differ from one after the other, in reverse and in forward mode.
struct differences {
  double reverse, forward;
  // Messages of all ranks: of so many directions at once, times their number, less those of one after the other.
  long more;
};

// Messages with derivatives since the last call.
static long messages(void) {
  enzyme_rs_mpi_statistics_t counted;
  enzyme_rs_mpi_statistics(&counted);
  enzyme_rs_mpi_statistics_reset();
  return (long)(counted.tangent_messages + counted.adjoint_messages);
}

static struct differences several(int width, MPI_Comm comm) {
  int rank, n = inputs(comm), m = outputs(comm);
  MPI_Comm_rank(comm, &rank);
  struct room r = {n, m, (size_t)n * sizeof(double), (size_t)m * sizeof(double)};
  double *x = (double *)calloc(n + 1, sizeof *x), *y = (double *)calloc(m + 1, sizeof *y);
  double *dx = (double *)calloc(width * n + 1, sizeof *x), *dy = (double *)calloc(width * m + 1, sizeof *y);
  double *one = (double *)calloc(width * n + 1, sizeof *x), *other = (double *)calloc(width * m + 1, sizeof *y);
  unsigned long seed = 100 * (unsigned long)width + (unsigned long)rank;
  fill(x, n, 1 + 3 * seed);
  fill(dy, width * m, 2 + 3 * seed);
  memcpy(other, dy, width * r.outputs);
  struct differences found;
  messages();
  all_gradients[width - 2](r, x, dx, y, dy, comm);
  found.more = width * messages();
  for (int k = 0; k < width; k++) gradient(x, one + k * n, y, other + k * m, comm);
  found.more -= messages();
  found.reverse = fmax(off(dx, one, width * n, comm), off(dy, other, width * m, comm));
  fill(dx, width * n, 3 + 3 * seed);
  memset(dy, 0, width * r.outputs);
  memset(other, 0, width * r.outputs);
  all_tangents[width - 2](r, x, dx, y, dy, comm);
  found.more += width * messages();
  for (int k = 0; k < width; k++)
    __enzyme_fwddiff((void *)f, enzyme_dup, x, dx + k * n, enzyme_dup, y, other + k * m, enzyme_const, comm);
  found.more -= messages();
  MPI_Allreduce(MPI_IN_PLACE, &found.more, 1, MPI_LONG, MPI_SUM, comm);
  found.forward = off(dy, other, width * m, comm);
  free(x), free(y), free(dx), free(dy), free(one), free(other);
  return found;
}
#endif
