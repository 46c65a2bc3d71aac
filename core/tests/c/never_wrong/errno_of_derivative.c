/* The tangents of erf and pow call exp and log, which set errno where erf and pow do not. */
#include "never_wrong.h"
#include <errno.h>
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    errno = 0;
    double y = erf(40 * x[i] + 20) + x[i] * x[i];
    if (errno)
      y = -x[i];
    s += y * (i + 1);
  }
  for (int i = 0; i < n; i++) {
    double base = i % 2 ? 0.0 : 1.5;
    errno = 0;
    double y = (double)powl(base, x[1] + 2) + pow(base, x[1] + 1);
    if (errno)
      y = -5 * x[1];
    s += y * (i + 1);
  }
  return s;
}
