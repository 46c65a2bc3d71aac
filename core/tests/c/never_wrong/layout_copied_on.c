/* A structure copied through a local one of which only a part is accessed. */
/* May be refused: EZ0201. */
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
  p.a[1].v *= 2;
  *o = p;
}
double f(double *x, int n) {
  struct B b = {{{x[0], x[1]}, {x[2], x[3]}}, 0};
  struct B q;
  step(&q, &b, 1);
  double s = 0;
  for (int i = 0; i < 2; i++)
    s += q.a[i].v * q.a[i].w;
  return s;
}
