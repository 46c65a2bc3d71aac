/* Numbers as text in a string that outlives the function which wrote it. */
/* May be refused: EZ0101. */
#include "never_wrong.h"
#include <string>
static std::string kept;
static __attribute__((noinline)) void keep(double v) {
  char b[40];
  snprintf(b, sizeof b, "%.17g", v);
  kept = b;
}
double f(double *x, int n) {
  keep(x[0] * x[1]);
  return std::stod(kept) + x[n - 1];
}
