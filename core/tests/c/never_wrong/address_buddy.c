/* The other member of a pair by an exclusive or of its address. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
struct pair {
  double a, b;
} __attribute__((aligned(16)));
__attribute__((noinline)) static double other(double *p) {
  return *(double *)((uintptr_t)p ^ 8);
}
double f(double *x, int n) {
  struct pair p;
  p.a = x[0] * x[1];
  p.b = sin(x[n - 1]);
  return other(&p.a) * 3 + other(&p.b) * p.b;
}
