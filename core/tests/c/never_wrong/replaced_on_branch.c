/* A number that is not finite is computed, then replaced on a branch. */
#include "never_wrong.h"
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double y = log(x[i] - 0.8) * x[0];
    if (x[i] <= 0.8)
      y = exp(x[i]) + 1;
    s += y;
  }
  return s;
}
