/* Addresses as integer parameters and results. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
__attribute__((noinline)) static uintptr_t choose(double *a, double *b, int k) {
  return k ? (uintptr_t)a : (uintptr_t)b;
}
__attribute__((noinline)) static double at(uintptr_t base, uintptr_t offset) {
  return *(double *)(base + offset);
}
__attribute__((noinline)) static void set(uintptr_t base, uintptr_t offset,
                                          double v) {
  *(double *)(base + offset) = v;
}
double f(double *x, int n) {
  double a[8], s = 0;
  for (int i = 0; i < n; i++)
    set((uintptr_t)a, 8 * i, x[i] * x[i]);
  for (int i = 0; i < n; i++)
    s += at(choose(a, x, i & 1), 8 * i) * (i + 1);
  return s;
}
