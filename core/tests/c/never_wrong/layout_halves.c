/* A structure with numbers of two sizes, half of which nobody accesses where it is copied. */
/* May be refused: EZ0201. */
#define TOLERANCE 2e-4
#include "never_wrong.h"
struct P {
  double p;
  float x, z;
  double q;
};
__attribute__((noinline)) static double cp(struct P *a, const struct P *b) {
  memcpy(a, b, sizeof *a);
  return a->p + a->x;
}
double f(double *x, int n) {
  struct P a = {x[0], x[1], x[2], x[3]}, b;
  double s = cp(&b, &a);
  return s + b.z * b.z + b.q * b.q;
}
