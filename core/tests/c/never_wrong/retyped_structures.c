/* Heap memory used for one structure and then for another. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
struct P {
  double a, b;
};
struct Q {
  double u;
  int k, l;
};
__attribute__((noinline)) static double one(struct P *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i].a * p[i].a * p[i].b;
  return s;
}
double f(double *x, int n) {
  void *m = malloc(n * 16);
  struct P *p = m;
  for (int i = 0; i < n; i++) {
    p[i].a = x[i];
    p[i].b = x[n - 1 - i];
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i].a * p[i].a * p[i].b;
  struct Q *q = m;
  for (int i = 0; i < n; i++) {
    q[i].u = x[i] * 3;
    q[i].k = i;
    q[i].l = -i;
  }
  for (int i = 0; i < n; i++)
    s += q[i].u * q[i].u * q[i].k;
  free(m);
  return s;
}
