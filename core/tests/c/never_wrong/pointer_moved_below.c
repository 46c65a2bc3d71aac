/* A function that stays a call copies a structure of one pointer, which moves as an integer. */
/* May be refused: EZ0201 EZ0302. */
#include "never_wrong.h"
struct up {
  double *p;
};
__attribute__((noinline)) static void mv(struct up *a, struct up *b) {
  *a = *b;
}
double f(double *x, int n) {
  double u[2] = {x[0], x[1]};
  struct up a = {u}, b;
  mv(&b, &a);
  b.p[1] *= x[2];
  return b.p[0] * b.p[1];
}
