/* Addresses of a global of incomplete type, as handles of libraries are. */
/* May be refused: never. */
#include "never_wrong.h"
extern struct opaque none;
struct D {
  void *slot[2];
  double v;
};
__attribute__((noinline)) static void init(struct D *d, double *v) {
  d->slot[0] = v;
  d->slot[1] = &none;
  d->v = *v;
}
__attribute__((noinline)) static double use(struct D *d, int k) {
  double s = 0;
  for (int i = 0; i < 2; i++)
    if (d->slot[i] != (void *)&none)
      s += *(double *)d->slot[i];
  return s * d->v;
}
double f(double *x, int n) {
  struct D *d = malloc(2 * sizeof *d);
  init(d, x);
  init(d + 1, x + 1);
  double s = use(d, n) + use(d + 1, n) * d[0].v;
  free(d);
  return s;
}
char none_[8] __asm__("none");
