/* A structure that points into itself, copied. */
/* May be refused: EZ0201 EZ0202. */
#include "never_wrong.h"
struct A {
  double v;
  double w;
};
struct B {
  struct A a[2];
  struct A *cur;
};
__attribute__((noinline)) static double use(struct B *b, int i) { return b->a[i].v * b->a[i].w; }
double f(double *x, int n) {
  struct B b;
  b.a[0].v = x[0];
  b.a[0].w = x[1];
  b.a[1].v = x[2];
  b.a[1].w = x[3];
  b.cur = b.a;
  struct B p;
  p = b;
  p.cur = p.a + 1;
  p.cur->v *= x[4];
  return use(&p, n & 1) + p.cur->v * p.cur->w;
}
