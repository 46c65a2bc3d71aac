/* One array by its distance from another. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
double f(double *x, int n) {
  double a[8], b[8], s = 0;
  for (int i = 0; i < n; i++) {
    a[i] = x[i] * x[i];
    b[i] = x[i];
  }
  volatile intptr_t distance = (intptr_t)b - (intptr_t)a;
  for (int i = 0; i < n; i++)
    s += a[i] * *(double *)((intptr_t)&a[i] + distance);
  return s;
}
