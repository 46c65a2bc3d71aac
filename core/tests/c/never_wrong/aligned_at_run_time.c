/* Vectors of which the program finds out when it runs how they are aligned, and shadows that are aligned otherwise. */
#include "never_wrong.h"
#include <stdint.h>
typedef double pair __attribute__((vector_size(16)));
__attribute__((noinline)) static double sum(const double *x, int n) {
  double s = 0;
  int i = 0;
  for (; i < n && (uintptr_t)(x + i) % 16; i++)
    s += x[i] * x[i];
  for (; i + 2 <= n; i += 2) {
    pair v = *(const pair *)(x + i);
    v *= v;
    s += v[0] + v[1];
  }
  for (; i < n; i++)
    s += x[i] * x[i];
  return s;
}
static double each(double *x, int n) {
  double r = 0;
  for (int i = 0; i + 3 <= n; i++)
    r += sum(x + i, n - i) * x[i];
  return r;
}
double f(double *x, int n) {
  struct {
    double head, values[8];
  } t;
  for (int i = 0; i < n; i++)
    t.values[i] = x[i];
  return each(x, n) + each(t.values, n);
}
