/* The address of a static array is kept by way of a library function's result.
 */
/* May be refused: EZ0302. */
#include "never_wrong.h"
static double g[8];
double *seen;
__attribute__((constructor, noinline)) static void init(void) {
  seen = (double *)memchr(g, 0, 64);
}
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
