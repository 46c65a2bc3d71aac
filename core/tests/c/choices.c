/* Loads and stores through one of two pointers, which lead to memory of different sorts. */
#include "check.h"

struct view {
  double v;
  double *p, *q;
};

static const double table[3] = {0.375, 0.1875, 1.5};

/* One side does not vary. */
static double with_table(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    const double *p = x[i] > 0.5 ? x : table;
    s += p[i % 3] * p[(i + 1) % 3] * x[i];
  }
  return s;
}

/* A member beside pointers on one side, what they lead to on the other. */
static double member(double *x, int n) {
  memset(x, 0, sizeof *x);
  struct view a = {0};
  a.v = x[1] * x[1];
  a.p = x;
  a.q = x + 1;
  double s = 0;
  for (int i = 0; i + 1 < n; i++)
    s += (x[i] < x[i + 1] ? a.v : a.p[i + 1]) * (x[i] > 0.7 ? a.q[i] : a.v);
  return s;
}

/* Stores, and a choice among three. */
static double stored(double *x, int n) {
  double own[2] = {1, 2}, other[3] = {0};
  for (int i = 0; i < n; i++) {
    double *to = x[i] > 0.5 ? &own[i % 2] : x[i] > -0.2 ? &other[i % 3] : x;
    *to = *to * x[i] + x[n - 1];
  }
  return own[0] * own[1] + other[0] * other[1] * other[2] + x[0];
}

/* A copy to one of two places of the memory that it comes from. */
static double copied(double *x, int n) {
  double *to = n < 5 ? x + 1 : x + 2;
  memcpy(to, x, 2 * sizeof *x);
  return x[0] * x[2] * x[3];
}

/* An argument without a shadow on one side. */
static double weights(int c, double *x, const double *w) {
  const double *p = c ? x : w;
  return p[0] * p[1] * x[2];
}

static void given_weights(double *x, const double *w) {
  double dx[3] = {0}, dz[3] = {0};
  __enzyme_autodiff_v((void *)weights, enzyme_const, 1, enzyme_dup, x, dx, enzyme_const, w);
  __enzyme_autodiff_v((void *)weights, enzyme_const, 0, enzyme_dup, x, dz, enzyme_const, w);
  same("weights[0] of x", dx[0], x[1] * x[2]);
  same("weights[2] of x", dx[2], x[0] * x[1]);
  same("weights[0] of w", dz[0], 0);
  same("weights[2] of w", dz[2], w[0] * w[1]);
}

int main(void) {
  double x[] = {0.83, 1.37, 0.31, -0.4, 0.9};
  CHECK_GRADIENT(with_table, x, 5);
  CHECK_GRADIENT(member, x, 5);
  CHECK_GRADIENT(stored, x, 5);
  CHECK_GRADIENT(copied, x, 5);
  given_weights(x, table);
  return failures;
}
