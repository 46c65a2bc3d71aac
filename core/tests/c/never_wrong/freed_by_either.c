/* Callees that return an argument or new memory, and callees that free an argument or leave it to the caller: what the
 * caller frees is freed once. */
#include "never_wrong.h"
static double small[4];
__attribute__((noinline)) static double *larger(double *a, double *b) {
  return a[0] > b[0] ? a : b;
}
__attribute__((noinline)) static double *scaled(double *p, int n, int *own) {
  double m = 0;
  for (int i = 0; i < n; i++)
    m += p[i] * p[i];
  *own = m >= 4;
  if (!*own)
    return p;
  double *q = malloc(n * sizeof *q);
  for (int i = 0; i < n; i++)
    q[i] = p[i] / sqrt(m);
  return q;
}
__attribute__((noinline)) static double *room(int n) {
  return n > 4 ? malloc(n * sizeof(double)) : small;
}
__attribute__((noinline)) static int taken(double *p, double v) {
  if (v > 1) {
    free(p);
    return 1;
  }
  p[0] = v;
  return 0;
}
__attribute__((noinline)) static void release(double *p) {
  p[0] = 0;
  free(p);
}
static double chosen(double *x, int n) {
  double s = 0;
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  for (int i = 0; i < n; i++) {
    a[i] = x[i] * x[i];
    b[i] = x[n - 1 - i];
  }
  double *q = larger(a, b), *other = q == a ? b : a;
  for (int i = 0; i < n; i++)
    s += q[i] * other[i] * q[i];
  free(other);
  if (s > 3)
    release(q);
  else
    free(q);
  return s;
}
double f(double *x, int n) {
  double s = chosen(x, n), t[8];
  for (int k = 0; k < 4; k++) {
    for (int i = 0; i < n; i++)
      t[i] = x[i] * (k + 0.3);
    int own;
    double *q = scaled(t, n, &own);
    for (int i = 0; i < n; i++)
      s += q[i] * q[(i + 1) % n] * q[i];
    if (own)
      free(q);
    s += t[0] * 0.1;
  }
  for (int k = 3; k < 7; k++) {
    double *q = room(k);
    for (int i = 0; i < k; i++)
      q[i] = x[i] * x[i] + k * s * 0.01;
    for (int i = 0; i < k; i++)
      s += sin(q[i]) * q[k - 1 - i];
    if (q != small)
      free(q);
  }
  for (int i = 0; i < n; i++) {
    double *p = malloc(3 * sizeof *p);
    p[0] = x[i];
    p[1] = x[i] * x[i];
    s += p[0] * p[1] + p[1];
    if (!taken(p, x[i] * 1.1)) {
      s += p[0];
      free(p);
    }
  }
  return s;
}
