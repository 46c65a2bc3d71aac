/* An array of type ARRAY whose address is kept as KEPT before the program begins, and read by way of what was kept. */
#include "never_wrong.h"
ARRAY g[8];
double *seen;
__attribute__((constructor, noinline)) static void init(void) { seen = KEPT; }
__attribute__((noinline)) static void put(double *x, int n) {
  for (int i = 0; i < n; i++)
    g[i] = x[i] * x[i];
}
double f(double *x, int n) {
  put(x, n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += seen[i] * x[0];
  return s;
}
