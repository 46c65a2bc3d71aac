/* A number that goes through text. */
/* May be refused: EZ0101. */
#include "never_wrong.h"
double f(double *x, int n) {
  char b[64];
  snprintf(b, sizeof b, "%.17g", x[0] * x[0]);
  return atof(b) + x[1];
}
