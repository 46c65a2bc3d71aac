// RUN: enzyme-cc -O2 -c inactive_memory.c
#include <enzyme_rs/enzyme.h>
static double last(const double *x, double *scratch, int n) {
  for (int i = 0; i < n; i++) scratch[i] = x[i] * x[i];
  return scratch[n - 1];
}
void derivative(double *x, double *dx, double *scratch, int n) {
  __enzyme_autodiff_void((void *)last, enzyme_dup, x, dx, enzyme_const, scratch, enzyme_const, n);
}
