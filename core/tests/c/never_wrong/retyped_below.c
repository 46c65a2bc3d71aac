/* The same in functions that stay calls. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
__attribute__((noinline)) static double sq(double *m, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += m[i] * m[i] * m[i];
  return s;
}
__attribute__((noinline)) static long cnt(int *k, int n) {
  for (int i = 0; i < 2 * n; i++)
    k[i] = i * 3;
  long t = 0;
  for (int i = 0; i < n; i++)
    t += k[(i * 5) % n];
  return t;
}
double f(double *x, int n) {
  double *m = malloc(n * 8);
  for (int i = 0; i < n; i++)
    m[i] = x[i] * x[i];
  double s = sq(m, n);
  long t = cnt((int *)m, n);
  free(m);
  return s + t;
}
