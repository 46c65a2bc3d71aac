/* A structure by value, copied in two pieces around an integer: the second begins beside no number, although an array in it is
 * indexed at run time. */
/* May be refused: never. */
#include "never_wrong.h"
struct inner { double v, first[3]; int count; double second[3], third[2]; };
struct outer { struct inner in; double v, *at; };
static __attribute__((noinline)) double weigh(struct outer o, double scale) {
  double *held = malloc(4 * sizeof *held);
  for (int i = 0; i < 4; i++)
    held[i] = o.in.third[i % 2] <= 0.5 ? 0.5 : scale;
  double s = held[0] + held[3];
  free(held);
  return s;
}
double f(double *x, int n) {
  double *one = x, *other = x + 1, s = 0;
  for (int i = 0; i < n; i++) {
    double *kept = one;
    one = other;
    other = kept;
    struct outer o = {0};
    o.in.count = 1;
    o.at = x;
    s += weigh(o, x[1]) * one[0];
  }
  return s * x[2];
}
