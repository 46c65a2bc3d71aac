/* Addresses in an array of integers, of which one is chosen and moved. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
double f(double *x, int n) {
  double a[9], b[9], s = 0;
  uintptr_t t[2] = {(uintptr_t)a, (uintptr_t)b};
  for (int i = 0; i < n; i++) {
    a[i] = x[i] * x[i];
    b[i] = x[i] * 3;
  }
  a[n] = b[n] = x[0];
  for (int i = 0; i < n; i++)
    s += ((double *)t[i & 1])[i] * ((double *)(t[(i + n) & 1] + 8))[i];
  return s;
}
