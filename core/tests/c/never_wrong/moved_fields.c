/* Structures with an array that is indexed at run time, moved over themselves, up and down. */
/* May be refused: EZ0201 EZ0202. */
#include "never_wrong.h"
struct item {
  double m[3];
  double *p;
};
static double shifted(double *x, int n, int up) {
  struct item h[4];
  for (int i = 0; i < 4; i++) {
    h[i].m[0] = x[2 * i];
    h[i].m[1] = x[2 * i + 1];
    h[i].m[2] = 1;
    h[i].p = x + i;
  }
  if (up) {
    memmove(h + 1, h, 3 * sizeof *h);
    return h[2].m[1] * h[1].m[n & 1] * *h[3].p * *h[1].p;
  }
  memmove(h, h + 1, 3 * sizeof *h);
  return h[2].m[1] * h[0].m[n & 1] * *h[1].p;
}
double f(double *x, int n) { return shifted(x, n, 0) + shifted(x, n, 1); }
