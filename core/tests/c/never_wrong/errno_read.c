/* A callee computes and sets errno, which its caller reads. */
#include "never_wrong.h"
#include <errno.h>
__attribute__((noinline)) static double g(double a, double k) {
  return log(a) + k * a;
}
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    errno = 0;
    double y = g(x[i] - 0.8, x[0]);
    if (errno)
      y = x[i] * x[i];
    s += y;
  }
  return s;
}
