/* Numbers as text that the library keeps: in the environment, between two calls of strtok. */
/* May be refused: EZ0101. */
#include "never_wrong.h"
double f(double *x, int n) {
  char b[80];
  snprintf(b, sizeof b, "%.17g", x[0] * x[1]);
  setenv("NEVER_WRONG", b, 1);
  double kept = strtod(getenv("NEVER_WRONG"), 0);
  snprintf(b, sizeof b, "%.17g %.17g", x[0], x[1] * x[n - 1]);
  strtok(b, " ");
  return 2 * kept + atof(strtok(0, " "));
}
