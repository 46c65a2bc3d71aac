/* An array is overwritten under a name that another module may replace. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
static double A1[8];
extern double A2[8] __attribute__((alias("A1"), weak));
__attribute__((noinline)) static void wr(int i, double v) { A2[i] = v; }
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    A1[i] = x[i];
  for (int i = 0; i < n; i++) {
    double t = A1[i];
    s += t * t;
    wr(i, 3.0);
  }
  for (int i = 0; i < n; i++)
    s += A1[i] * x[i];
  return s;
}
