/* Memory read at an address that was computed as an integer. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
double f(double *x, int n) {
  double a[16], s = 0;
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  uintptr_t p = (uintptr_t)a + (uintptr_t)(n - 5) * 8;
  for (int i = 0; i < 4; i++)
    s += *(double *)(p + 8 * (uintptr_t)i);
  return s;
}
