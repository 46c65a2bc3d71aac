/* Halves of a number copied one by one into an array that is indexed at run time. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
double f(double *x, int n) {
  double u[8];
  for (int i = 0; i < n; i++)
    u[i] = 1.5;
  double *to = u, *from = x;
  memcpy((char *)to + 4, (char *)from + 4, 4);
  memcpy(to, from, 4);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += u[i] * (i + 1);
  return s;
}
