/* Elements by their distances from the first, kept in 32 bits. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
double f(double *x, int n) {
  double *a = (double *)malloc(64);
  uint32_t at[8];
  double s = 0;
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    at[i] = (uint32_t)(((uintptr_t)&a[(i * 3) % n] - (uintptr_t)a) >> 3);
  for (int i = 0; i < n; i++)
    s += *(double *)((uintptr_t)a + ((uintptr_t)at[i] << 3)) * (i + 1);
  free(a);
  return s;
}
