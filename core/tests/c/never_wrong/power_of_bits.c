/* An approximate power, which counts with the upper half of a number's bits. */
/* May be refused: EZ0203. */
#define TOLERANCE 1e-3
#include "never_wrong.h"
static double power(double a, double b) {
  union {
    double number;
    int halves[2];
  } u;
  u.number = a;
  u.halves[1] = (int)(b * (u.halves[1] - 1072632447) + 1072632447);
  u.halves[0] = 0;
  return u.number;
}
double f(double *x, int n) { return power(x[0], 2.3) + x[1]; }
