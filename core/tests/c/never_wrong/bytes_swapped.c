/* Two numbers swapped byte by byte. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
double f(double *x, int n) {
  double a = x[0] * x[1], b = x[2] * x[3];
  char *p = (char *)&a, *q = (char *)&b;
  for (int k = 0; k < 8; k++) {
    char t = p[k];
    p[k] = q[k];
    q[k] = t;
  }
  return a * a + b;
}
