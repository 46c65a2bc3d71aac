/* As copied_far.c, into an array that grows. */
/* May be refused: EZ0201 EZ0202 EZ0203 EZ0302. */
#include "never_wrong.h"
struct P {
  double t, u;
  double *h;
};
__attribute__((noinline)) static void mv(struct P *w, struct P *b,
                                         struct P *pos) {
  long k = (char *)pos - (char *)b;
  struct P *q = (struct P *)((char *)w + k);
  memcpy(q, pos, 16);
  q->h = pos->h;
  pos->h = 0;
  for (struct P *p = b; p != pos; p++, w++) {
    memcpy(w, p, 16);
    w->h = p->h;
    p->h = 0;
  }
}
double f(double *x, int n) {
  double s = 0;
  struct P *a = malloc(8 * sizeof *a), *b = malloc(8 * sizeof *b);
  for (int i = 0; i < n; i++)
    a[i] = (struct P){x[i], x[i] * x[0], x + i};
  mv(b, a, a + n - 1);
  for (int i = 0; i < n; i++)
    s = s * 0.9 + b[i].t * b[i].h[0] * b[i].u;
  free(a);
  free(b);
  return s;
}
