/* The same address, passed to a function as an integer. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
__attribute__((noinline)) static double at(uintptr_t start, int k) {
  return *(double *)(start + 8 * k);
}
double f(double *x, int n) {
  volatile int k = 1;
  double a[4];
  for (int i = 0; i < 4; i++)
    a[i] = x[i] * x[i];
  return at((uintptr_t)a, k);
}
