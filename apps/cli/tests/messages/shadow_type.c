// RUN: enzyme-cc -O2 -c shadow_type.c
#include <enzyme_rs/enzyme.h>
static double first(const double *x) { return x[0] * x[1]; }
double derivative(void) {
  double x[2] = {1, 2};
  float dx[4] = {0};
  __enzyme_autodiff_void((void *)first, enzyme_dup, x, dx);
  return dx[0];
}
