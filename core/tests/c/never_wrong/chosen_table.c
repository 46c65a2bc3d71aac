/* A constant table in the place of active memory: what reverse mode adds to its shadow is nothing to forward mode. */
/* May be refused: never. */
#include "never_wrong.h"
static const double table[8] = {1, .5, .2, .3, .4, .5, .6, .7};
volatile int chosen = 1;
double f(double *x, int n) {
  const double *q = chosen ? table : x;
  double s = 0;
  for (int j = 0; j < n; j++)
    s += q[j] * x[j];
  return s;
}
