/* Pointers are moved up by memmove, over themselves. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
double f(double *x, int n) {
  double *r[9];
  for (int i = 0; i < n; i++)
    r[i] = x + i;
  memmove(r + 4, r + 3, (n - 3) * sizeof *r);
  double s = 0;
  for (int k = 0; k <= n; k++)
    s = s * 0.8 + *r[k] * x[(k * 3) % n] * (k + 1);
  return s;
}
