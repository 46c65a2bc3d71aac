/* An address that is kept as an integer is copied by a function that stays a call. */
/* May be refused: EZ0201 EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
struct S {
  intptr_t h;
};
__attribute__((noinline)) static void op(struct S *a, struct S *b) { *a = *b; }
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < 3; i++) {
    double *p = malloc(8);
    *p = x[i] * x[i + 1];
    struct S X, Y;
    X.h = (intptr_t)p;
    op(&Y, &X);
    double *q = (double *)Y.h;
    s += *q * x[i + 3] * s + *q;
    free(p);
  }
  return s;
}
