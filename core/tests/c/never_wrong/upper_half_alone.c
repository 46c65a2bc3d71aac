/* The upper half of a number's bits, taken for a number; nothing else is read. */
/* May be refused: EZ0203. */
#define TOLERANCE 1e-3
#include "never_wrong.h"
double f(double *x, int n) {
  int upper;
  memcpy(&upper, (char *)&x[n - 5] + 4, sizeof upper);
  return (upper - 1072632447) * 1e-6;
}
