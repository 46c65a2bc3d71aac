// RUN: enzyme-cc -O2 -c result_inactive.c
#include <enzyme_rs/enzyme.h>
static void square(const double *x, double *y) { y[0] = x[0] * x[0]; }
void derivative(double *x, double *dx, double *y) {
  __enzyme_autodiff_void((void *)square, enzyme_dup, x, dx, enzyme_const, y);
}
