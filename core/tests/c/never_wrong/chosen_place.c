/* One of two elements of new memory, by an index in bytes: the choice is between two places, not between multiples of both. */
/* May be refused: never. */
#include "never_wrong.h"
double f(double *x, int n) {
  double *t = malloc(2 * sizeof *t);
  double *p = n > 5 ? t + 1 : t;
  t[0] = 2;
  t[1] = 3;
  *p = x[0] * x[0];
  double r = t[1] * x[1];
  free(t);
  return r;
}
