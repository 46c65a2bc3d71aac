/* Memory that is read as parts of two structures, and not written. */
#include "never_wrong.h"
struct vector {
  double a, b;
};
struct number {
  double re, im;
};
static double g(const struct vector *p, const struct number *q, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i].a * q->re;
  return s;
}
double f(double *x, int n) {
  double t[8];
  for (int i = 0; i < 8; i++)
    t[i] = x[i % n] * x[0];
  double r = g((struct vector *)t, (struct number *)(t + 2), 4);
  r += ((struct number *)(t + 2))->re * ((struct vector *)(t + 2))->a;
  return r * g((struct vector *)(t + 2), (struct number *)(t + 4), 3);
}
