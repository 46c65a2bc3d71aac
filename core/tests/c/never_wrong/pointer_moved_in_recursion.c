/* As pointer_moved_below.c, in a recursion. */
/* May be refused: EZ0201 EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
struct S {
  double *v;
};
static void op(struct S *a, struct S *b, int k) {
  if (k == 0) {
    *a = *b;
    return;
  }
  struct S t;
  op(&t, b, k - 1);
  *a = t;
}
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < 3; i++) {
    double *p = malloc(8);
    *p = x[i] * x[i + 1];
    struct S X = {p}, Y;
    op(&Y, &X, 2);
    double *q = Y.v;
    s += *q * x[i + 3] * s + *q;
    free(p);
  }
  return s;
}
