/* The same with everything indexed at run time. */
/* May be refused: EZ0201 EZ0202. */
#include "never_wrong.h"
struct A {
  double v[2];
};
struct B {
  struct A a[2];
  struct A *cur;
};
__attribute__((noinline)) static double use(struct B *b, int i, int j) {
  return b->a[i].v[j] * b->cur->v[j];
}
double f(double *x, int n) {
  struct B b;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      b.a[i].v[j] = x[2 * i + j] * x[4];
  b.cur = b.a;
  struct B p;
  p = b;
  p.cur = p.a + 1;
  p.cur->v[0] *= x[4];
  return use(&p, n & 1, n & 1) + p.cur->v[0] * p.cur->v[1] + use(&p, 1, 1);
}
