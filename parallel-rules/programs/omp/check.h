// What all programs share: each case is a function from `size` numbers to `size` numbers, computed by a team of workers. Its reverse mode is compared
// with its forward mode (w'(Jv) = (J'w)v), and that with central differences, for teams of several sizes. Where workers add in an order that does not depend on the
// time, a second gradient has the same bits (CHECK_BITS).
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void function(const double *x, double *y, int n);

// With UNNEEDED nobody looks at results, but at their derivatives only.
#ifdef UNNEEDED
#define RESULTS enzyme_dupnoneed
#else
#define RESULTS enzyme_dup
#endif

// How the size of a team is said.
#ifndef SET_WORKERS
#include <omp.h>
#define SET_WORKERS omp_set_num_threads
#endif

#ifndef NUMBERS
#define NUMBERS 61
#endif
enum { SIZE = NUMBERS };
#ifndef TEAMS
#define TEAMS {1, 2, 3, 4, 8}
#endif
static const int teams[] = TEAMS;
static int failures;

static double number(int i) { return 0.3 + fmod(0.618034 * (i + 1), 1.0); }

static double dot(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < SIZE; i++) sum += a[i] * b[i];
  return sum;
}

static void differences(function *f, const double *x, const double *v, double *out) {
  const double h = 1e-5;
  double at[SIZE], above[SIZE], below[SIZE];
  for (int i = 0; i < SIZE; i++) at[i] = x[i] + h * v[i], above[i] = below[i] = 0;
  f(at, above, SIZE);
  for (int i = 0; i < SIZE; i++) at[i] = x[i] - h * v[i];
  f(at, below, SIZE);
  for (int i = 0; i < SIZE; i++) out[i] = (above[i] - below[i]) / (2 * h);
}

static void judge(const char *name, int workers, const char *what, int right, double got, double wanted) {
  if (!right) failures++;
  printf("%s %s, %d workers: %s", right ? "PASS" : "FAIL", name, workers, what);
  if (!right) printf(" (%.17g, not %.17g)", got, wanted);
  printf("\n");
}

typedef void mode(const double *x, double *dx, double *y, double *dy);

static void check(const char *name, function *f, mode *tangent, mode *gradient, int in_order) {
  for (unsigned k = 0; k < sizeof teams / sizeof *teams; k++) {
    SET_WORKERS(teams[k]);
    double x[SIZE], v[SIZE], w[SIZE], y[SIZE] = {0}, jv[SIZE] = {0}, diff[SIZE], again[2][SIZE];
    for (int i = 0; i < SIZE; i++) x[i] = number(i), v[i] = number(i + 7) - 0.8, w[i] = number(i + 19) - 0.7;
    tangent(x, v, y, jv);
    differences(f, x, v, diff);
    double error = 0, scale = 1e-3;
    for (int i = 0; i < SIZE; i++) {
      error = fmax(error, fabs(diff[i] - jv[i]));
      scale = fmax(scale, fabs(jv[i]));
      if (jv[i] != jv[i]) error = INFINITY;
    }
    judge(name, teams[k], "forward mode and differences", error < 1e-7 * scale, error / scale, 0);
    for (int run = 0; run < 2; run++) {
      double seed[SIZE], out[SIZE] = {0};
      memset(again[run], 0, sizeof again[run]);
      memcpy(seed, w, sizeof seed);
      gradient(x, again[run], out, seed);
      if (run == 0) {
        double left = dot(w, jv), right = dot(again[0], v);
        double size = fmax(1e-3, fmax(fabs(left), fabs(right)));
        judge(name, teams[k], "reverse and forward mode", fabs(left - right) < 1e-11 * size, right, left);
#ifndef UNNEEDED
        judge(name, teams[k], "results", memcmp(out, y, sizeof y) == 0 || fabs(dot(w, out) - dot(w, y)) < 1e-12 * size, dot(w, out), dot(w, y));
#endif
      }
    }
    int same = memcmp(again[0], again[1], sizeof again[0]) == 0;
    if (in_order) judge(name, teams[k], "the same bits again", same, dot(again[0], v), dot(again[1], v));
  }
}

// The modes of a case, and its check.
#define MODES(f)                                                                                   \
  static void f##_tangent(const double *x, double *dx, double *y, double *dy) {                    \
    __enzyme_fwddiff_void((void *)f, enzyme_dup, x, dx, RESULTS, y, dy, enzyme_const, SIZE);    \
  }                                                                                                \
  static void f##_gradient(const double *x, double *dx, double *y, double *dy) {                   \
    __enzyme_autodiff_void((void *)f, enzyme_dup, x, dx, RESULTS, y, dy, enzyme_const, SIZE);   \
  }
#define CHECK(f) check(#f, f, f##_tangent, f##_gradient, 0)
#define CHECK_BITS(f) check(#f, f, f##_tangent, f##_gradient, 1)
