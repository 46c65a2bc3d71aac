/* Calls whose result nobody needs before the reverse pass: primal and adjoint run at once, there, and the
 * tape holds one call at a time. */
#include "check.h"

#define APART __attribute__((noinline)) static

extern size_t enzyme_rs_tape_peak_bytes(void);

/* A long inner loop with values to keep, and scratch memory of its own. */
APART double orbit(const double *x, int steps) {
  double *y = (double *)malloc(2 * sizeof *y);
  y[0] = x[0];
  y[1] = x[1];
  for (int s = 0; s < steps; s++) {
    double a = sin(y[0]) * y[1];
    y[1] = cos(y[1]) + 0.5 * y[0];
    y[0] = a;
  }
  double r = y[0] * y[1];
  free(y);
  return r;
}

/* The sum is wanted, its terms are not. */
static double terms(double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; i++)
    sum += orbit(x + i, 3);
  return sum;
}

/* Every other term depends on the one before: these cannot wait. */
static double chained(double *x, int n) {
  double sum = 0, last = 0;
  for (int i = 0; i + 1 < n; i++) {
    last = i % 2 ? last * orbit(x + i, 3) : orbit(x + i, 2);
    sum += last;
  }
  return sum;
}

/* What was read is overwritten afterwards. */
static double overwritten(double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; i++) {
    sum += orbit(x + i, 2);
    x[i + 1] += sum;
  }
  return sum;
}

APART double recursive(const double *x, int n) {
  return n == 1 ? exp(x[0]) : sin(x[0]) * recursive(x + 1, n - 1) + recursive(x, n / 2);
}

static double deep(double *x, int n) { return recursive(x, n) + 2 * recursive(x, n - 1); }

/* A result that decides how another call goes on. */
static double decided(double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; i++)
    sum += orbit(x + i, orbit(x, 1) > 0.1 ? 2 : 3);
  return sum;
}

static double long_terms(double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; i++)
    sum += orbit(x + i, 20000);
  return sum;
}

int main(void) {
  double x[9] = {0.5, 0.25, 0.75, 0.3, 0.9, 0.4, 0.6, 0.2, 0.8};
  CHECK_GRADIENT(terms, x, 9);
  CHECK_GRADIENT(chained, x, 9);
  CHECK_GRADIENT(overwritten, x, 9);
  CHECK_GRADIENT(deep, x, 9);
  CHECK_GRADIENT(decided, x, 9);

  double g[9] = {0};
  __enzyme_autodiff((void *)long_terms, x, g, enzyme_const, 9);
  size_t call = 20000 * 8 * sizeof(double), peak = enzyme_rs_tape_peak_bytes();
  failures += !(peak < 4 * call);
  printf("%s tape of eight calls: %zu bytes\n", peak < 4 * call ? "PASS" : "FAIL", peak);
  return failures;
}
