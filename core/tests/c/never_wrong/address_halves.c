/* A pointer that is kept as two halves, in functions that stay calls. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
__attribute__((noinline)) static void put(uint32_t *h, void *p) {
  h[0] = (uint32_t)(uintptr_t)p;
  h[1] = (uint32_t)((uintptr_t)p >> 32);
}
__attribute__((noinline)) static double *get(uint32_t *h) {
  return (double *)((uintptr_t)h[0] | (uintptr_t)h[1] << 32);
}
double f(double *x, int n) {
  double a[8], s = 0;
  uint32_t h[2];
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  put(h, a);
  double *q = get(h);
  for (int i = 0; i < n; i++)
    s += q[i] * q[i];
  return s;
}
