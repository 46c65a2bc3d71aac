/* Structures swapped by functions that do not look into them: at distances between pointers, large ones, packed ones. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
#define APART __attribute__((noinline)) static

struct item {
  double r[2];
  long k;
};
APART void turned(struct item *a, struct item *b, struct item *e) {
  struct item *q = a + (e - b);
  struct item t = *a;
  *a = *q;
  *q = t;
}
static double by_distance(double *x, int n) {
  struct item v[5];
  for (int i = 0; i < 5; i++) {
    v[i].r[0] = x[i];
    v[i].r[1] = x[7 - i];
    v[i].k = i;
  }
  turned(v, v + 2, v + 5);
  double s = 0;
  for (int i = 0; i < 5; i++)
    s += v[i].r[(n + i) & 1] * (v[i].k + 1) * (i + 1);
  return s;
}
double f(double *x, int n) { return by_distance(x, n); }
