/* Two addresses in memory that was aligned by hand, at two distances that are constant. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
double f(double *x, int n) {
  char *raw = (char *)malloc(1024);
  uintptr_t u = ((uintptr_t)raw + 63) & ~(uintptr_t)63;
  double *a = (double *)u, *b = (double *)(u + 72);
  a[9] = x[0] * x[1];
  b[1] = x[n - 1];
  double s = b[0] * 2 + a[10] * a[10];
  free(raw);
  return s;
}
