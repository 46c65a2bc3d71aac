/* The same in straight code. */
/* May be refused: never. */
/* Flags: -fno-math-errno */
#include "never_wrong.h"
double f(double *x, int n) {
  double t = -x[0];
  double a = t > 0 ? sqrt(t) * log(t) : t * t;
  double u = x[1];
  double b = u > 0 ? u * u : sqrt(-u) * x[2];
  double c = x[3] < 0 ? x[4] / 0.0 * x[3] : x[4];
  return a + b + c;
}
