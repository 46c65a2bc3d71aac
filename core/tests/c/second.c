/* Derivatives of derivatives: all four orders, against closed forms, against each other and against differences of gradients; inner
 * hooks at several depths, shadows of globals at each of them, and perturbations that must not be confused. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

enum { N = 6 };

/* --- One variable, closed forms. --------------------------------------------------------------- */

static double quartic(double x) { return x * x * x * x; }
static double slope_f(double x) { return __enzyme_fwddiff((void *)quartic, x, 1.0); }
static double slope_r(double x) { return __enzyme_autodiff((void *)quartic, x); }
static double bend_fr(double x) { return __enzyme_fwddiff((void *)slope_r, x, 1.0); }
static double bend_rf(double x) { return __enzyme_autodiff((void *)slope_f, x); }

static void test_closed_forms(void) {
  double x = 1.7;
  same("forward over forward", __enzyme_fwddiff((void *)slope_f, x, 1.0), 12 * x * x);
  same("forward over reverse", bend_fr(x), 12 * x * x);
  same("reverse over forward", bend_rf(x), 12 * x * x);
  same("reverse over reverse", __enzyme_autodiff((void *)slope_r, x), 12 * x * x);
  same("third, forward", __enzyme_fwddiff((void *)bend_fr, x, 1.0), 24 * x);
  same("third, reverse", __enzyme_autodiff((void *)bend_rf, x), 24 * x);
}

/* --- Perturbations of different hooks are different numbers. ----------------------------------- */

/* d/dx (x * d/dy (x + y)) = 1; who confuses the two directions gets 2. */
static double sum(double y, double x) { return x + y; }
static double times_inner_f(double x) { return x * __enzyme_fwddiff((void *)sum, enzyme_dup, 1.0, 1.0, enzyme_const, x); }
static double times_inner_r(double x) { return x * __enzyme_autodiff((void *)sum, enzyme_out, 1.0, enzyme_const, x); }

/* The same through a global, whose shadows are others at each depth. */
static double shared;
__attribute__((noinline)) static double through(double y) {
  shared = shared + y;
  return shared * shared;
}
static double global_inner(double x) {
  shared = x;
  /* d/dy (x + y)^2 at y = 3 is 2 (x + 3). */
  return __enzyme_autodiff((void *)through, 3.0) * shared;
}

static void test_perturbations(void) {
  same("forward in forward", __enzyme_fwddiff((void *)times_inner_f, 5.0, 1.0), 1);
  same("reverse in forward", __enzyme_fwddiff((void *)times_inner_r, 5.0, 1.0), 1);
  same("forward in reverse", __enzyme_autodiff((void *)times_inner_f, 5.0), 1);
  same("reverse in reverse", __enzyme_autodiff((void *)times_inner_r, 5.0), 1);
  /* 2 (x + 3) (x + 3): derivative 4 (x + 3). */
  same("global, forward", __enzyme_fwddiff((void *)global_inner, 2.0, 1.0), 20);
  same("global, reverse", __enzyme_autodiff((void *)global_inner, 2.0), 20);
}

/* --- Loops with a tape, memory of their own, data-dependent lengths. --------------------------- */

static double chain(const double *x, int n) {
  double *kept = malloc(n * sizeof *kept), s = 1, t = 0;
  for (int i = 0; i < n; i++) {
    s = sin(s * x[i]) + x[i] * x[i];
    kept[i] = s;
  }
  for (int i = n - 1; i >= 0; i--)
    t += kept[i] * kept[i] * x[(i + 1) % n];
  free(kept);
  return t;
}

static void gradient(const double *x, double *g, int n) {
  for (int i = 0; i < n; i++)
    g[i] = 0;
  __enzyme_autodiff_v((void *)chain, enzyme_dup, x, g, enzyme_const, n);
}

static double along(const double *x, const double *v, int n) {
  return __enzyme_fwddiff((void *)chain, enzyme_dup, x, v, enzyme_const, n);
}

static double squared_gradient(const double *x, int n) {
  double g[N] = {0}, s = 0;
  __enzyme_autodiff_v((void *)chain, enzyme_dup, x, g, enzyme_const, n);
  for (int i = 0; i < n; i++)
    s += g[i] * g[i];
  return s;
}

static void test_hessian(void) {
  double x[N], v[N], g[N] = {0}, h[N] = {0}, again[N] = {0};
  for (int i = 0; i < N; i++) {
    x[i] = 0.3 + 0.1 * i;
    v[i] = cos(i);
  }
  __enzyme_fwddiff_v((void *)gradient, enzyme_dup, x, v, enzyme_dup, g, h, enzyme_const, N);
  double up[N], down[N], high[N], low[N], step = 1e-5;
  for (int i = 0; i < N; i++) {
    up[i] = x[i] + step * v[i];
    down[i] = x[i] - step * v[i];
  }
  gradient(up, high, N);
  gradient(down, low, N);
  for (int i = 0; i < N; i++)
    near_to("difference of gradients", h[i], (high[i] - low[i]) / (2 * step), 1e-7);
  __enzyme_autodiff_v((void *)along, enzyme_dup, x, again, enzyme_const, v, enzyme_const, N);
  for (int i = 0; i < N; i++)
    same("reverse over forward", again[i], h[i]);
  double r[N] = {0}, none[N];
  gradient(x, g, N);
  __enzyme_autodiff_v((void *)squared_gradient, enzyme_dup, x, r, enzyme_const, N);
  __enzyme_fwddiff_v((void *)gradient, enzyme_dup, x, g, enzyme_dup, none, h, enzyme_const, N);
  for (int i = 0; i < N; i++)
    same("reverse over reverse", r[i], 2 * h[i]);
}

/* --- A sparse Hessian: three columns at once, for those three apart do not meet. ---------------- */

static double tridiagonal(const double *x, int n) {
  double s = 0;
  for (int i = 0; i + 1 < n; i++)
    s += sin(x[i] * x[i + 1]);
  return s;
}

static void gradient_of_tridiagonal(const double *x, double *g, int n) {
  for (int i = 0; i < n; i++)
    g[i] = 0;
  __enzyme_autodiff_v((void *)tridiagonal, enzyme_dup, x, g, enzyme_const, n);
}

static void test_sparse_hessian(void) {
  enum { M = 9, COLOURS = 3 };
  double x[M], band[COLOURS][M];
  for (int i = 0; i < M; i++)
    x[i] = 0.5 + 0.2 * i;
  for (int colour = 0; colour < COLOURS; colour++) {
    double v[M], g[M];
    for (int i = 0; i < M; i++) {
      v[i] = i % COLOURS == colour;
      band[colour][i] = 0;
    }
    __enzyme_fwddiff_v((void *)gradient_of_tridiagonal, enzyme_dup, x, v, enzyme_dup, g, band[colour], enzyme_const, M);
  }
  for (int i = 0; i < M; i++) {
    for (int j = i - 1; j <= i + 1; j++) {
      if (j < 0 || j >= M)
        continue;
      double want = 0;
      if (i == j) {
        want -= i > 0 ? x[i - 1] * x[i - 1] * sin(x[i - 1] * x[i]) : 0;
        want -= i + 1 < M ? x[i + 1] * x[i + 1] * sin(x[i] * x[i + 1]) : 0;
      } else {
        double p = x[i] * x[j];
        want = cos(p) - p * sin(p);
      }
      same("entry", band[j % COLOURS][i], want);
    }
  }
}

/* --- Hooks below the differentiated function: a Newton iteration on a gradient. ----------------- */

static double energy(double y, double p) { return 0.5 * y * y + 0.1 * y * y * y * y - p * y; }
static double residual(double y, double p) {
  return __enzyme_autodiff((void *)energy, enzyme_out, y, enzyme_const, p);
}
static double minimiser(double p) {
  double y = p;
  for (int k = 0; k < 30; k++)
    y -= residual(y, p) / __enzyme_fwddiff((void *)residual, enzyme_dup, y, 1.0, enzyme_const, p);
  return y;
}

static void test_newton(void) {
  double p = 1.5, y = minimiser(p);
  /* y + 0.4 y^3 = p. */
  same("root", y + 0.4 * y * y * y, p);
  same("forward", __enzyme_fwddiff((void *)minimiser, p, 1.0), 1 / (1 + 1.2 * y * y));
  same("reverse", __enzyme_autodiff((void *)minimiser, p), 1 / (1 + 1.2 * y * y));
}

/* --- An inner derivative that is constant for the outer one, between its own pushes. ------------ */

__attribute__((noinline)) static double weight(const double *c, int n) {
  double w = 1;
  for (int i = 0; i < n; i++)
    w = sin(w * c[i]) + 0.5;
  return w;
}

static double weighted(const double *x, const double *c, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) {
    double g[N] = {0};
    __enzyme_autodiff_v((void *)weight, enzyme_dup, c, g, enzyme_const, n);
    s = sin(s + x[k] * x[k]) * (1 + g[k]);
  }
  return s;
}

static void test_constant_inner(void) {
  double x[N], c[N], g[N] = {0};
  for (int i = 0; i < N; i++) {
    x[i] = 0.2 + 0.1 * i;
    c[i] = 0.9 - 0.1 * i;
  }
  __enzyme_autodiff_v((void *)weighted, enzyme_dup, x, g, enzyme_const, c, enzyme_const, N);
  for (int i = 0; i < N; i++) {
    double v[N] = {0}, up[N], down[N], step = 1e-6;
    v[i] = 1;
    memcpy(up, x, sizeof x);
    memcpy(down, x, sizeof x);
    up[i] += step;
    down[i] -= step;
    near_to("difference", g[i], (weighted(up, c, N) - weighted(down, c, N)) / (2 * step), 1e-8);
    same("forward", g[i], __enzyme_fwddiff((void *)weighted, enzyme_dup, x, v, enzyme_const, c, enzyme_const, N));
  }
}

int main(void) {
  test_closed_forms();
  test_perturbations();
  test_hessian();
  test_sparse_hessian();
  test_newton();
  test_constant_inner();
  return failures;
}
