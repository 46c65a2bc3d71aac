/* An approximate exponential, which is a number rounded into the bits of another one. */
/* May be refused: EZ0203. */
#define TOLERANCE 1e-3
#include "never_wrong.h"
static double exponential(double y) {
  union {
    double number;
    struct {
      int low, high;
    } halves;
  } u;
  u.halves.high = (int)(1512775.3951951856 * y) + 1072632447;
  u.halves.low = 0;
  return u.number;
}
double f(double *x, int n) { return exponential(x[0]) + x[1]; }
