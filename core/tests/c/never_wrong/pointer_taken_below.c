/* As pointer_moved_below.c, and the source is set to null. */
/* May be refused: EZ0201 EZ0302. */
#include "never_wrong.h"
struct up {
  double *p;
};
__attribute__((noinline)) static void mv(struct up *a, struct up *b) {
  *a = *b;
  b->p = 0;
}
double f(double *x, int n) {
  double *u = malloc(16);
  u[0] = x[0];
  u[1] = x[1];
  struct up a = {u}, b = {0};
  mv(&b, &a);
  double s = b.p[0] * b.p[1] * x[2];
  mv(&a, &b);
  s += a.p[0];
  free(u);
  return s;
}
