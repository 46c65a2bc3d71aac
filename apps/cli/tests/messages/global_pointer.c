// RUN: enzyme-cc -O2 -c global_pointer.c
#include <enzyme_rs/enzyme.h>
extern double *weights;
static double f(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) weights[i] = x[i] * x[i];
  for (int i = 0; i < n; i++) sum += weights[i];
  return sum;
}
void derivative(double *x, double *dx, int n) {
  __enzyme_autodiff_void((void *)f, enzyme_dup, x, dx, enzyme_const, n);
}
