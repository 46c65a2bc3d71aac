/* Printing active numbers is allowed. */
/* May be refused: never. */
#include "never_wrong.h"
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += x[i] * x[i];
    if (s < -1e9)
      printf("%g\n", s);
  }
  if (s < 0)
    fprintf(stderr, "neg %g\n", s);
  return s;
}
