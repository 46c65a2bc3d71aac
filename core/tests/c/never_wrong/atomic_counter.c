/* A counter of references beside numbers is no number. */
/* May be refused: never. */
#include "never_wrong.h"
struct S {
  double v;
  int ref;
  double w;
};
__attribute__((noinline)) static void take(struct S *s) {
  __atomic_fetch_add(&s->ref, 1, __ATOMIC_RELAXED);
}
__attribute__((noinline)) static int drop(struct S *s) {
  return __atomic_fetch_sub(&s->ref, 1, __ATOMIC_ACQ_REL) == 1;
}
double f(double *x, int n) {
  struct S *s = malloc(sizeof *s);
  s->v = x[0] * x[1];
  s->w = x[2];
  s->ref = 1;
  take(s);
  double r = s->v * s->w;
  drop(s);
  r += s->v;
  if (drop(s))
    free(s);
  return r;
}
