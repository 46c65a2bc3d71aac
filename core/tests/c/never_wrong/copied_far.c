/* A callee copies numbers to where a distance leads, and touches the pointer behind them only. */
/* May be refused: EZ0201 EZ0202 EZ0203 EZ0302. */
#include "never_wrong.h"
struct P {
  double t;
  int id;
  double *h;
};
__attribute__((noinline)) static void mv(struct P *w, struct P *b,
                                         struct P *pos, struct P *base) {
  struct P *q = (struct P *)((char *)w + ((char *)pos - (char *)base));
  memcpy(q, b, 12);
  q->h = b->h;
}
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    struct P a = {x[i], i, x + i}, b[2];
    mv(b, &a, &b[i & 1], b);
    struct P *r = &b[i & 1];
    s = s * 0.9 + r->t * r->id * r->h[0];
  }
  return s;
}
