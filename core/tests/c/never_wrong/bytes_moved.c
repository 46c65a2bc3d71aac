/* Numbers moved byte by byte, in an order of their own. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
double f(double *x, int n) {
  double y[2], z[2] = {x[0] * x[1], x[2]};
  char *p = (char *)y, *q = (char *)z;
  for (int k = 0; k < 16; k++)
    p[k ^ 7] = q[k ^ 7];
  return y[0] * y[1];
}
