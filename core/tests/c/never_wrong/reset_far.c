/* A callee zeroes numbers where it touches the pointer beside them only. */
/* May be refused: EZ0201 EZ0202 EZ0203 EZ0302. */
#include "never_wrong.h"
struct P {
  double a[3];
  double *t;
};
__attribute__((noinline)) static void rs(struct P *w, struct P *b, long k) {
  struct P *q = (struct P *)((double *)w + k);
  memset(q, 0, 24);
  q->t = b->t;
}
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    struct P a = {{x[i], x[0], 2}, x + i}, b[2];
    b[0] = a;
    b[1] = a;
    b[0].a[0] *= x[1];
    b[1].a[1] *= x[2];
    s += b[i & 1].a[0] * b[i & 1].a[1];
    rs(b, &a, 4 * (i & 1));
    struct P *r = &b[i & 1];
    s += *r->t * (r->a[0] + r->a[1] + x[2]) + b[0].a[0];
  }
  return s;
}
