/* The same in a function that stays a call. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
#include <stdint.h>
__attribute__((noinline)) static void scale(double *p, int k) {
  int64_t t;
  memcpy(&t, p, 8);
  t += (int64_t)k << 52;
  memcpy(p, &t, 8);
}
double f(double *a, int n) {
  for (int i = 0; i < n; i++)
    scale(a + i, i % 3);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return s;
}
