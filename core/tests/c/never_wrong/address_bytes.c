/* A pointer that is copied byte by byte. */
/* May be refused: EZ0202 EZ0302. */
#include "never_wrong.h"
double f(double *x, int n) {
  double a[8], s = 0;
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  double *p = a, *q = 0;
  for (unsigned k = 0; k < sizeof p; k++)
    ((volatile unsigned char *)&q)[k] = ((unsigned char *)&p)[k];
  for (int i = 0; i < n; i++)
    s += q[i] * q[i];
  return s;
}
