/* The same in a function that stays a call. */
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
__attribute__((noinline)) static void step(struct B *o, const struct B *b, int k) {
  struct B p = *b;
  p.cur = p.a + k;
  p.cur->v *= 2;
  *o = p;
  o->cur = o->a + k;
}
double f(double *x, int n) {
  struct B b = {{{x[0], x[1]}, {x[2], x[3]}}, 0};
  b.cur = b.a;
  struct B q;
  step(&q, &b, 1);
  double s = 0;
  for (int i = 0; i < 2; i++)
    s += q.a[i].v * q.a[i].w;
  return s + q.cur->v * q.cur->w * b.cur->v;
}
