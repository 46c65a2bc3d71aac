/* A pointer that some callers pass as null. */
/* May be refused: never. */
#include "never_wrong.h"
__attribute__((noinline)) static double g(const double *x, int n, double *out) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  if (out)
    *out = s * 2;
  return s;
}
double f(double *x, int n) {
  double o;
  double s = g(x, n, &o);
  s += g(x, n - 1, 0);
  return s * o;
}
