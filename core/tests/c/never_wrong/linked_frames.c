/* Frames of a recursion are linked; the first has none above it. */
#include "never_wrong.h"
struct fr {
  double v;
  struct fr *up;
};
__attribute__((noinline)) static double go(double *x, int i, int n,
                                           struct fr *up) {
  struct fr me = {x[i], up};
  double r = 0;
  if (i < n - 1)
    r = go(x, i + 1, n, &me);
  for (struct fr *p = &me; p; p = p->up)
    r = r * 0.9 + p->v * p->v;
  return r;
}
double f(double *x, int n) { return go(x, 0, n, 0); }
