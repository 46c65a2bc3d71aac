// What programs share whose cases are a number computed from SIZE numbers in time steps, over arrays of their own. Each defines first what a case is given besides,
// a structure `given`. Reverse mode is compared with forward mode along a direction, and that with central differences, for teams of several sizes.
#include "check.h"

// The modes of a case `double name(const double *x, int n, const given *g)`.
#define SCALAR_MODES(name)                                                                                        \
  static double name##_tangent(const double *x, const double *v, const given *g) {                                \
    return __enzyme_fwddiff_double((void *)name, enzyme_dup, x, v, enzyme_const, SIZE, enzyme_const, g);          \
  }                                                                                                               \
  static void name##_gradient(const double *x, double *dx, const given *g) {                                      \
    __enzyme_autodiff_void((void *)name, enzyme_dup, x, dx, enzyme_const, SIZE, enzyme_const, g);                 \
  }

typedef struct modes {
  double (*value)(const double *x, int n, const given *g);
  double (*tangent)(const double *x, const double *v, const given *g);
  void (*gradient)(const double *x, double *dx, const given *g);
} modes;
#define ALL_MODES(name) (modes){name, name##_tangent, name##_gradient}

static double off(double got, double wanted) { return fabs(got - wanted) / fabs(wanted); }

static void compare(const char *name, modes f, const given *g, int workers) {
  const double h = 1e-5;
  double x[SIZE], v[SIZE], above[SIZE], below[SIZE], dx[SIZE] = {0};
  SET_WORKERS(workers);
  for (int i = 0; i < SIZE; i++) x[i] = number(i), v[i] = number(i + 7) - 0.8, above[i] = x[i] + h * v[i], below[i] = x[i] - h * v[i];
  const double tangent = f.tangent(x, v, g), difference = (f.value(above, SIZE, g) - f.value(below, SIZE, g)) / (2 * h);
  f.gradient(x, dx, g);
  judge(name, workers, "forward mode and differences", off(tangent, difference) < 1e-8, tangent, difference);
  judge(name, workers, "reverse and forward mode", off(dot(dx, v), tangent) < 1e-11, dot(dx, v), tangent);
}
