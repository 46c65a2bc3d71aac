// RUN: enzyme-cc -O2 -c own_shadow.c
#include <enzyme_rs/enzyme.h>
static double product(const double *x, const double *y) { return x[0] * y[0]; }
void derivative(double *x, double *dx, double *y) {
  __enzyme_autodiff_void((void *)product, enzyme_dup, x, dx, enzyme_dup, y, y);
}
