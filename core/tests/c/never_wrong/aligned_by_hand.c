/* Memory aligned by hand, which keeps the address to free in front. */
/* May be refused: never. */
#include "never_wrong.h"
#include <stdint.h>
static void *al(size_t n) {
  void *raw = malloc(n + 72);
  void *r = (void *)(((uintptr_t)raw + 72) & ~(uintptr_t)63);
  ((void **)r)[-1] = raw;
  return r;
}
static void fr(void *r) { free(((void **)r)[-1]); }
double f(double *x, int n) {
  double *y = al(n * 8);
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
  double s = 0;
  for (int i = 0; i < n; i++)
    s += y[i] * x[n - 1 - i];
  fr(y);
  return s;
}
