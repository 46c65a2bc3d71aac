/* Two copies whose seam lies at an odd byte of a number, into an array that is read at run time. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
double f(double *x, int n) {
  double u[8] = {0};
  memcpy(u, x, 5);
  memcpy((char *)u + 5, (char *)x + 5, 3);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += u[i] * (i + 1);
  return s;
}
