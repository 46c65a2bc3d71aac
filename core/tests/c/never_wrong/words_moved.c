/* Halves of numbers moved as integers. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
/* Flags: -fno-strict-aliasing */
#include "never_wrong.h"
#include <stdint.h>
__attribute__((noinline)) static void rev(void *p, int n) {
  uint32_t *w = p;
  for (int i = 0; i < n; i++) {
    uint32_t t = w[i];
    w[i] = w[2 * n - 1 - i];
    w[2 * n - 1 - i] = t;
  }
  for (int i = 0; i < n; i++) {
    uint32_t t = w[2 * i];
    w[2 * i] = w[2 * i + 1];
    w[2 * i + 1] = t;
  }
}
double f(double *x, int n) {
  double y[8];
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
  rev(y, n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += y[i] * (i + 1);
  return s;
}
