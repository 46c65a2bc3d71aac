/* One array under two names. */
#include "never_wrong.h"
double A1[8];
extern double A2[8] __attribute__((alias("A1")));
double f(double *x, int n) {
  for (int i = 0; i < n; i++)
    A1[i] = x[i] * x[i];
  double s = 0;
  for (int i = 0; i < n; i++)
    s += A2[i];
  return s;
}
