/* The same, read by several functions. */
/* May be refused: EZ0101. */
#include "never_wrong.h"
double f(double *x, int n) {
  char b[64];
  sprintf(b, "%.17g", x[0] * x[0]);
  double d;
  sscanf(b, "%lf", &d);
  return d + x[1] + strtod(b, 0);
}
