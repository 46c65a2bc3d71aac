/* A callee copies pointers, and touches the number behind them only. */
/* May be refused: EZ0201 EZ0202 EZ0203 EZ0302. */
#include "never_wrong.h"
struct P {
  double *h;
  int id;
  int z;
  double t;
};
__attribute__((noinline)) static void mv(struct P *w, struct P *b, long k,
                                         long z) {
  struct P *q = (struct P *)((double *)w + k);
  memcpy(q, b, 16);
  q->t = b->t;
}
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    struct P a = {x + i, i, 0, x[i]}, b[2];
    mv(b, &a, (long)(sizeof(struct P) / 8) * (i & 1), 0);
    struct P *r = &b[i & 1];
    s = s * 0.9 + *r->h * r->t * r->id;
  }
  return s;
}
