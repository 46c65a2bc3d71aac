/* A pointer in the bits of a number that is none. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
typedef struct {
  double d;
} boxed;
__attribute__((noinline)) static boxed box(void *p) {
  boxed b;
  uint64_t u = (uint64_t)(uintptr_t)p | 0xfff8000000000000ull;
  memcpy(&b.d, &u, 8);
  return b;
}
__attribute__((noinline)) static double *unbox(boxed b) {
  uint64_t u;
  memcpy(&u, &b.d, 8);
  return (double *)(uintptr_t)(u & 0x0000ffffffffffffull);
}
double f(double *x, int n) {
  double a[8], s = 0;
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  double *q = unbox(box(a));
  for (int i = 0; i < n; i++)
    s += q[i] * q[i];
  return s;
}
