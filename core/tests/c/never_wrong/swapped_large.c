/* Structures of more than some thousand bytes, swapped and put into a list by functions that see an integer or a pointer
 * in them. */
/* May be refused: EZ0201 EZ0203. */
#include "never_wrong.h"
#define APART __attribute__((noinline)) static
enum { LENGTH = 600 };

struct item {
  double r[LENGTH];
  long k;
};
APART void swapped(struct item *a, struct item *b) {
  struct item t = *a;
  *a = *b;
  *b = t;
}
double f(double *x, int n) {
  struct item *v = (struct item *)malloc(2 * sizeof *v);
  for (int i = 0; i < 2; i++) {
    for (int j = 0; j < LENGTH; j++)
      v[i].r[j] = x[(i + j) % n];
    v[i].k = i + 1;
  }
  swapped(v, v + 1);
  double s = 0;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < LENGTH; j++)
      s += v[i].r[j] * v[i].k * (j & 3) * 1e-2;
  free(v);
  return s;
}
