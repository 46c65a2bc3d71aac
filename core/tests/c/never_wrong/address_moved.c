/* A local array that is read through an address which was computed with as an integer. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
double f(double *x, int n) {
  volatile int step = 8;
  double a[4];
  a[0] = x[0] * x[0];
  a[1] = x[1] * x[0];
  double *second = (double *)((unsigned long)a + step);
  return *second;
}
