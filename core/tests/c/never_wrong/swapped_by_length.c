/* Structures swapped by a function that sees an integer in them, and gets their length. */
/* May be refused: EZ0201 EZ0203. */
#include "never_wrong.h"
struct item {
  double r[2];
  long k;
};
__attribute__((noinline)) static void swapped(struct item *a, struct item *b, size_t n) {
  struct item t;
  memcpy(&t, a, n);
  t.k++;
  memcpy(a, b, n);
  memcpy(b, &t, n);
}
double f(double *x, int n) {
  struct item v[2];
  for (int i = 0; i < 2; i++) {
    v[i].r[0] = x[2 * i];
    v[i].r[1] = x[2 * i + 1];
    v[i].k = i;
  }
  swapped(v, v + 1, (size_t)(n + 16));
  double s = 0;
  for (int i = 0; i < 2; i++)
    s += (v[i].r[0] + 2 * v[i].r[1]) * (v[i].k + 1) * (i + 1);
  return s;
}
