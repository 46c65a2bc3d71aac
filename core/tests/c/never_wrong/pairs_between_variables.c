/* Two numbers that are swapped as pairs of floats, in registers: EZ0202. */
#include "never_wrong.h"
typedef float __attribute__((vector_size(8), aligned(8), may_alias)) pair;
static void swapped(double *one, double *other, int count) {
  for (int i = 0; i < count; i++) {
    pair held = *(pair *)(one + i);
    *(pair *)(one + i) = *(pair *)(other + i);
    *(pair *)(other + i) = held;
  }
}
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; i++) {
    double a = x[i], b = x[i + 1], *p = &b;
    swapped(&a, &b, 1);
    for (int k = 0; k < n; k++)
      p[0] = 0.625 * p[0];
    s += p[0] * a * (i + 1);
  }
  return s;
}
