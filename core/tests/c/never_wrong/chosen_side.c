/* The side that is not chosen has no finite derivative; the compiler may compute both. */
/* May be refused: never. */
/* Flags: -fno-math-errno */
#include "never_wrong.h"
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double t = (i & 1) ? -x[i] : x[i];
    s += t > 0 ? sqrt(t) * log(t) : t * t;
  }
  return s;
}
