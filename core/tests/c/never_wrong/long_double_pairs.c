/* Neighbouring numbers that do not lie one right behind the other: of ten bytes in sixteen. */
#include "never_wrong.h"
struct pair {
  long double x, y;
};
__attribute__((noinline)) static void turned(struct pair *restrict p, const long double *restrict q, int n) {
  for (int i = 0; i < n; i++) {
    long double a = p[i].x, b = p[i].y, t = q[i];
    p[i].y = b * t - a;
    p[i].x = a * t + b;
  }
}
double f(double *x, int n) {
  struct pair p[4];
  long double q[4];
  for (int i = 0; i < 4; i++) {
    p[i].x = x[2 * i];
    p[i].y = x[(2 * i + 1) % n];
    q[i] = x[i] * x[i];
  }
  for (int k = 0; k < 3; k++)
    turned(p, q, 4);
  long double s = 0;
  for (int i = 0; i < 4; i++)
    s += p[i].x * p[i].y * (i + 1);
  return s;
}
