/* An index that a loop makes of itself by a shift. */
/* May be refused: never. */
#include "never_wrong.h"
volatile unsigned long most = 63;
double f(double *x, int n) {
  double t[64];
  memset(t, 0, sizeof t);
  unsigned long last = most;
  int k = 0;
  for (unsigned long i = 0; i < last; i = (i + 64) >> 1)
    t[i] = x[k] * x[k], k++;
  return t[48] * t[48] + 2 * t[32] + 3 * t[60] * x[n - 1];
}
