/* Bounds of rounding errors: closed forms of single operations, and errors of longer computations, as arithmetic of higher precision shows
 * them, which must not be larger. */
#include "check.h"

HOOK double __enzyme_error_estimate(void *, ...);
HOOK float __enzyme_error_estimate_f(void *, ...);
HOOK void __enzyme_error_estimate_v(void *, ...);

#define HALF 0x1p-53

static double square(double x) { return x * x; }
static double wave(double x) { return sin(x); }
static double least(double x, double y) { return fmin(-x, y); }
static float narrow(double x) { return (float)x; }
__attribute__((noinline)) static double inner(double x) { return sqrt(x); }
static double outer(double x) { return inner(x) - x; }
static void each(double *x, int n) {
  for (int i = 0; i < n; i++) x[i] /= 3;
}

/* One body for both precisions. */
#define BODY(real, sine, exponential, root)                                                        \
  real s = 0, v[4] = {0, 0, 0, 0};                                                                 \
  for (int i = 0; i < n; i++) {                                                                    \
    real a = (real)x[i] * (real)x[(i + 1) % n] - s / 7;                                            \
    v[i % 4] += a > 0 ? sine(a) : exponential(a);                                                  \
    s += root(1 + v[(i + 1) % 4] * v[(i + 1) % 4]) - v[i % 4];                                     \
  }                                                                                                \
  return s;

static double plain(double *x, int n) { BODY(double, sin, exp, sqrt) }
static long double exact(const double *x, int n) { BODY(long double, sinl, expl, sqrtl) }

int main(void) {
  same("product", __enzyme_error_estimate((void *)square, 3.0, 1e-10) / (6e-10 + 9 * HALF), 1);
  same("sine", __enzyme_error_estimate((void *)wave, 2.0, 1e-10) / (1e-10 * fabs(cos(2)) + 2 * HALF * sin(2)), 1);
  same("least", __enzyme_error_estimate((void *)least, 2.0, 1e-10, 5.0, 1e-9) / 1e-10, 1);
  same("narrow", __enzyme_error_estimate_f((void *)narrow, 3.0, 0.0) / (3 * 0x1p-24), 1);
  same("call", __enzyme_error_estimate((void *)outer, 4.0, 1e-10) / (1.25e-10 + 4 * HALF), 1);
  double y[2] = {2, -5}, bound[2] = {1e-12, 0};
  __enzyme_error_estimate_v((void *)each, enzyme_dup, y, bound, enzyme_const, 2);
  same("memory[0]", bound[0] / (1e-12 / 3 + fabs(y[0]) * HALF), 1);
  same("memory[1]", bound[1] / (fabs(y[1]) * HALF), 1);
  unsigned long seed = 20261124;
  for (int k = 0; k < 200; k++) {
    double x[MOST], none[MOST] = {0};
    int n = 2 + k % 20;
    for (int i = 0; i < n; i++) {
      seed = seed * 6364136223846793005UL + 1442695040888963407UL;
      x[i] = (double)(seed >> 33) / 0x1p31 - 0.5;
    }
    double estimate = __enzyme_error_estimate((void *)plain, enzyme_dup, x, none, enzyme_const, n);
    double error = (double)fabsl(plain(x, n) - exact(x, n));
    int good = error <= estimate && estimate < 1e-9;
    failures += !good;
    if (!good)
      printf("FAIL program %d: error %.3g, bound %.3g\n", k, error, estimate);
  }
  return failures;
}
