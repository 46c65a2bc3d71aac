/* An exponent changed by integer arithmetic, in an array. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
#include <stdint.h>
double f(double *a, int n) {
  int64_t t;
  for (int i = 0; i < n; i++) {
    int k = i % 3;
    memcpy(&t, &a[i], 8);
    t += (int64_t)k << 52;
    memcpy(&a[i], &t, 8);
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] * a[i];
  return s;
}
