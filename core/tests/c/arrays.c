/* Arrays: matrices, strides, stencils in place, triangular solves, sorting, indices from data. */
#include "check.h"

enum { SIDE = 3 };

static double product(double *x, int n) {
  double a[SIDE][SIDE], b[SIDE][SIDE], c[SIDE][SIDE] = {{0}}, s = 0;
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
      a[i][j] = x[(i * SIDE + j) % n], b[j][i] = x[(i + j) % n];
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
      for (int k = 0; k < SIDE; k++)
        c[i][j] += a[i][k] * b[k][j];
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
      s += c[i][j] * c[j][i];
  return s;
}

static double stencil(double *x, int n) {
  for (int sweep = 0; sweep < 3; sweep++)
    for (int i = 1; i < n - 1; i++)
      x[i] = 0.25 * x[i - 1] * x[i + 1] + 0.5 * x[i] * x[i];
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i];
  return s;
}

static double strided(double *x, int n) {
  double s = 0;
  for (int step = 1; step < n; step *= 2)
    for (const double *p = x; p + step < x + n; p += step)
      s += p[0] * p[step] / step;
  return s;
}

/* Solves a triangular system whose entries are the data. */
static double solve(double *x, int n) {
  double y[MOST];
  for (int i = 0; i < n; i++) {
    double r = 1;
    for (int j = 0; j < i; j++)
      r -= x[(i + j) % n] * y[j];
    y[i] = r / (2 + x[i] * x[i]);
  }
  return y[n - 1] * y[n / 2];
}

static double sorted(double *x, int n) {
  for (int i = 1; i < n; i++) {
    double v = x[i];
    int j = i;
    for (; j > 0 && x[j - 1] > v; j--)
      x[j] = x[j - 1];
    x[j] = v;
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i] * (i + 1);
  return s;
}

static double largest(double *x, int n) {
  int at = 0;
  for (int i = 1; i < n; i++)
    if (x[i] > x[at])
      at = i;
  return x[at] * x[at] * x[(at + 1) % n];
}

static double prefix(double *x, int n) {
  double sum = 0, all = 0;
  for (int i = 0; i < n; i++) {
    sum += x[i];
    x[i] = sum * sum;
  }
  for (int i = n - 1; i >= 0; i--)
    all = all * 0.5 + x[i] * x[(i * 3) % n];
  return all;
}

/* Moves within one array, both ways, again and again. */
static double moved_down(double *x, int n) {
  double a[8];
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  for (int k = 0; k < 2; k++) {
    memmove(a, a + 1, (n - 1) * sizeof *a);
    a[n - 1] = sin(a[0]);
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += (i + 1) * a[i] * a[i];
  return s;
}

static double moved_up(double *x, int n) {
  double a[8];
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  for (int k = 0; k < 2; k++) {
    memmove(a + 1, a, (n - 1) * sizeof *a);
    a[0] = sin(a[1]);
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += (i + 1) * a[i] * a[i];
  return s;
}

int main(void) {
  double x[] = {0.7, -1.2, 0.4, 1.9, -0.33, 0.9, 1.3};
  CHECK_GRADIENT(product, x, 7);
  CHECK_GRADIENT(stencil, x, 7);
  CHECK_GRADIENT(strided, x, 7);
  CHECK_GRADIENT(solve, x, 7);
  CHECK_GRADIENT(sorted, x, 7);
  CHECK_GRADIENT(largest, x, 7);
  CHECK_GRADIENT(prefix, x, 7);
  double m[] = {0.3, 0.5, 0.7, 1.1, 0.2};
  CHECK_GRADIENT(moved_down, m, 5);
  CHECK_GRADIENT(moved_up, m, 5);
  return failures;
}
