/* A pointer begins with the second name of an array. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
static double A1[8];
extern double A2[8] __attribute__((alias("A1"), weak));
static double *P = A2;
__attribute__((noinline)) static double rd(int i) { return P[i] * 2; }
double f(double *x, int n) {
  for (int i = 0; i < n; i++)
    A1[i] = x[i] * x[i];
  double s = 0;
  for (int i = 0; i < n; i++)
    s += rd(i);
  return s;
}
