/* The upper half of a number's bits, taken for a number. */
/* May be refused: EZ0203. */
#define TOLERANCE 1e-3
#include "never_wrong.h"
double f(double *x, int n) {
  unsigned halves[2];
  memcpy(halves, &x[0], sizeof halves);
  return (double)(halves[1] - 1072632447) * 1e-6 + x[0] * x[1];
}
