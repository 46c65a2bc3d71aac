/* Integers of structures in an array, beside an array of numbers that is indexed at run time. */
/* May be refused: never. */
#include "never_wrong.h"
struct part { double v; int k; double d; double a[2]; int last; };
double f(double *x, int n) {
  struct part *z = calloc(3, sizeof *z);
  z[1].a[0] = x[0];
  z[n % 3].a[(n + 2) % 2] = x[1] * x[2];
  z[1].d = x[0] * x[3];
  z[(n + 1) % 3].last = 3;
  z[n % 3].k = n;
  double r = z[(n + 2) % 3].d + z[1].a[n % 2] * z[1].v + z[2].a[0] + z[2].a[1] * x[z[2].k % 4];
  free(z);
  return r;
}
