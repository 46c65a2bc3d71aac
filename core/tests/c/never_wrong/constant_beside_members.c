/* An array of constants in a structure says nothing of the integer behind it. */
/* May be refused: EZ0201. */
#include "never_wrong.h"
struct table { double a[4]; int k, l; };
__attribute__((noinline)) static double sum(struct table *t, const double *x, int *count) {
  double s = 0;
  for (int j = 0; j < *count; j++) s += x[j % 4] * t->a[j % 4];
  *count = t->k + t->l;
  return s;
}
double f(double *x, int n) {
  struct table t = {{1, 0.5, 0.25, 2}, 3, 1};
  int count = 2;
  double s = sum(&t, x, &count);
  count &= 3;
  return s * sum(&t, x, &count);
}
