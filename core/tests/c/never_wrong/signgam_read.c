/* A callee computes lgamma, and its caller reads signgam. */
#define _GNU_SOURCE
#include "never_wrong.h"
__attribute__((noinline)) static double g(double a) { return lgamma(a) * a; }
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double y = g(x[i] * 3 - 2.3);
    s += signgam < 0 ? -y * 1.5 : y;
  }
  return s;
}
