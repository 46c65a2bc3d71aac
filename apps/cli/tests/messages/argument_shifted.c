// RUN: enzyme-cc -O2 -c argument_shifted.c
#include <enzyme_rs/enzyme.h>

static double f(const double *x, int n, double k) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += k * x[i] * x[i];
  return sum;
}

int main(void) {
  double x[3] = {1, 2, 3}, dx[3] = {0}, k = 2;
  return __enzyme_autodiff_double((void *)f, enzyme_dup, x, dx, enzyme_out, k) > 0;
}
