// RUN: enzyme-cc -O2 -c argument_missing.c
#include <enzyme_rs/enzyme.h>
static double sum(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += x[i] * x[i];
  return s;
}
void derivative(double *x, double *dx) { __enzyme_autodiff_void((void *)sum, enzyme_dup, x, dx); }
