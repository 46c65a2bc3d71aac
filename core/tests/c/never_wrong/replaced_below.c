/* A number that is not finite is computed by a function that stays one, and replaced on a branch. */
#include "never_wrong.h"
__attribute__((noinline)) static double power(double v, double far, int k) {
  return k ? power(v, far, k - 1) * v : v * far;
}
__attribute__((noinline)) static double logarithm(const double *x, double far) {
  return log(x[0] - 0.8) * x[1] / far;
}
double f(double *x, int n) {
  double far = n > 3 ? INFINITY : 1, s = 0;
  for (int i = 0; i + 1 < n; i++) {
    double y = power(x[i], i & 1 ? far : 0.5, 2), z = logarithm(x + i, 1);
    if (i & 1)
      y = 0.5 * x[i];
    if (x[i] <= 0.8)
      z = exp(x[i]) + 1;
    s += y * z;
  }
  return s;
}
