/* Addresses that are kept as integers are swapped by a function that stays a call. */
/* May be refused: EZ0201 EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
__attribute__((noinline)) static void op(intptr_t *a, int i, int j) {
  intptr_t t = a[i];
  a[i] = a[j];
  a[j] = t;
}
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < 3; i++) {
    double *p = malloc(8);
    *p = x[i] * x[i + 1];
    intptr_t T[3] = {0, (intptr_t)p, 0};
    op(T, 0, 1);
    double *q = (double *)T[0];
    s += *q * x[i + 3] * s + *q;
    free(p);
  }
  return s;
}
