/* Arrays of variable length and alloca, in functions that are inlined and in such that stay calls. */
#include "check.h"
#include <alloca.h>

__attribute__((noinline)) static double sum_of_squares(const double *x, int n) {
  double y[n];
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += y[i] * y[n - 1 - i];
  return sum;
}

static double kept_call(double *x, int n) {
  double a = sum_of_squares(x, n), b = sum_of_squares(x + 1, n - 1);
  x[0] = a * b;
  return a * a + x[0] * sum_of_squares(x, n);
}

__attribute__((noinline)) static double early(const double *x, int n) {
  if (n < 3)
    return x[0] * x[0];
  double y[n];
  for (int i = 0; i < n; i++)
    y[i] = sin(x[i]);
  if (y[0] > 100)
    return y[1];
  double z[2 * n];
  for (int i = 0; i < 2 * n; i++)
    z[i] = y[i % n] * y[(i + 1) % n];
  return z[0] * z[2 * n - 1] + z[n];
}

static double early_return(double *x, int n) { return early(x, n) * early(x, 2); }

/* A scope in a loop: its memory ends with each turn. */
__attribute__((noinline)) static double scopes(const double *x, int n) {
  double sum = 0;
  for (int k = 1; k <= n; k++) {
    double y[k];
    for (int i = 0; i < k; i++)
      y[i] = x[i] * (i ? y[i - 1] : 1);
    if (k == 2)
      continue;
    sum += y[k - 1] * y[0];
  }
  return sum;
}

static double scoped(double *x, int n) { return scopes(x, n) * x[n - 1]; }

__attribute__((noinline)) static double by_alloca(const double *x, int n) {
  double *y = alloca((size_t)n * sizeof *y), s = 0;
  for (int i = 0; i < n; i++) {
    y[i] = exp(x[i] * 0.1);
    s += y[i] * x[n - 1 - i];
  }
  return s * y[n - 1];
}

__attribute__((noinline)) static double aligned_to_lines(const double *x, int n) {
  __attribute__((aligned(64))) double a[n + 3];
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i] * (((size_t)a & 63) == 0);
  return a[0] * a[n - 1];
}

static double aligned(double *x, int n) {
  return aligned_to_lines(x, n) + aligned_to_lines(x, n - 1);
}

static double alloca_kept(double *x, int n) { return by_alloca(x, n) + by_alloca(x, n - 1); }

/* Scopes within the scope of an array that is used behind them, without and within a loop. */
static double inner_scopes(double *x, int n) {
  double a[n], sum = 0;
  for (int i = 0; i < n; i++)
    a[i] = x[i] * x[i];
  {
    double b[n];
    for (int i = 0; i < n; i++)
      b[i] = sin(a[i]);
    sum += b[n - 1] * b[0];
  }
  {
    double c[n + 3];
    for (int i = 0; i < n + 3; i++)
      c[i] = 777 * sum;
    sum += c[n] * 1e-3;
  }
  for (int k = 0; k < 3; k++) {
    double d[n];
    for (int i = 0; i < n; i++)
      d[i] = a[i] + k * x[0];
    {
      double e[n];
      for (int i = 0; i < n; i++)
        e[i] = d[i] * sum;
      sum += e[k] * 1e-2;
    }
    sum += d[0] * d[n - 1];
  }
  return sum + a[0] * a[n - 1];
}

int main(void) {
  double x[] = {0.83, 1.37, 0.61, -0.4};
  CHECK_GRADIENT(kept_call, x, 4);
  CHECK_GRADIENT(early_return, x, 4);
  CHECK_GRADIENT(scoped, x, 4);
  CHECK_GRADIENT(alloca_kept, x, 4);
  CHECK_GRADIENT(aligned, x, 4);
  CHECK_GRADIENT(inner_scopes, x, 4);
  return failures;
}
