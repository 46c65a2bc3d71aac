/* A function that another module may replace when the program is linked. */
/* May be refused: EZ0101. */
#include "never_wrong.h"
__attribute__((weak)) double scaled(double a) { return 3 * a; }
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += scaled(x[i]) * x[0];
  return s;
}
