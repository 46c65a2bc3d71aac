/* The numbers of two records are swapped by copies, in a function that stays a call. */
/* May be refused: EZ0201 EZ0202 EZ0203 EZ0302. */
#include "never_wrong.h"
struct P {
  double a, b;
  double *t;
};
__attribute__((noinline)) static void sw(struct P *w, long i, long j) {
  double *p = (double *)w + i, *q = (double *)w + j;
  double t[2];
  memcpy(t, p, 16);
  memcpy(p, q, 16);
  memcpy(q, t, 16);
  double *h = ((struct P *)p)->t;
  ((struct P *)p)->t = ((struct P *)q)->t;
  ((struct P *)q)->t = h;
}
double f(double *x, int n) {
  struct P b[3];
  for (int i = 0; i < 3; i++)
    b[i] = (struct P){x[i], x[i + 1] * 2, x + i};
  sw(b, 0, 6);
  sw(b, 3, 6);
  double s = 0;
  for (int i = 0; i < 3; i++)
    s += b[i].a * b[i].b * *b[i].t * (i + 1);
  return s;
}
