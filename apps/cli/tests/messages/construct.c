// RUN: enzyme-cc -O2 -fopenmp -c construct.c
#include <enzyme_rs/enzyme.h>
static double chained(const double *x, int n) {
  double sum = 0;
#pragma omp parallel for ordered(1) reduction(+ : sum)
  for (int i = 1; i < n; i++) {
#pragma omp ordered depend(sink : i - 1)
    sum += x[i] * x[i];
#pragma omp ordered depend(source)
  }
  return sum;
}
void derivative(double *x, double *dx, int n) {
  __enzyme_autodiff_void((void *)chained, enzyme_dup, x, dx, enzyme_const, n);
}
