/* What the programs of core/tests/c share: hooks, markers, checks against closed forms and against
 * central differences. A program prints one PASS line for each check and exits with the failures.
 */
#ifndef CHECK_H
#define CHECK_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef __cplusplus
#define HOOK extern "C"
extern "C" {
#else
#define HOOK extern
#endif

#ifndef ENZYME_RS_ENZYME_H
extern int enzyme_const, enzyme_dup, enzyme_dupnoneed, enzyme_out, enzyme_primal_return;
extern int enzyme_const_return, enzyme_noret;
#endif

#ifdef __cplusplus
}
#endif

HOOK double __enzyme_autodiff(void *, ...);
HOOK void __enzyme_autodiff_v(void *, ...);
HOOK double __enzyme_fwddiff(void *, ...);
HOOK void __enzyme_fwddiff_v(void *, ...);

static int failures;

static inline void near_to(const char *what, double got, double want, double tolerance) {
  double scale = fabs(want) > 1 ? fabs(want) : 1;
  int good = fabs(got - want) <= tolerance * scale;
  failures += !good;
  printf("%s %s: got %.17g, want %.17g\n", good ? "PASS" : "FAIL", what, got, want);
}

/* Up to rounding. */
static inline void same(const char *what, double got, double want) {
  near_to(what, got, want, 1e-12);
}

typedef double vector_function(double *, int);

enum { MOST = 64 };

/* f at a copy of x, moved by h in coordinate i: f may change its argument. */
static double moved(vector_function *f, const double *x, int n, int i, double h) {
  double copy[MOST];
  memcpy(copy, x, (size_t)n * sizeof *x);
  copy[i] += h;
  return f(copy, n);
}

/* Five-point differences of several steps; the one nearest to `guess`. */
static double difference(vector_function *f, const double *x, int n, int i, double guess) {
  static const double steps[] = {1e-2, 1e-3, 1e-4, 1e-5};
  double best = NAN;
  for (int s = 0; s < 4; s++) {
    double h = steps[s];
    double near = moved(f, x, n, i, h) - moved(f, x, n, i, -h);
    double far = moved(f, x, n, i, 2 * h) - moved(f, x, n, i, -2 * h);
    double d = (8 * near - far) / (12 * h);
    if (!(fabs(best - guess) <= fabs(d - guess)))
      best = d;
  }
  return best;
}

static inline void compare(vector_function *f, const char *name, const double *x, int n,
                           const double *reverse, const double *forward) {
  for (int i = 0; i < n; i++) {
    char what[80];
    snprintf(what, sizeof what, "%s[%d] reverse", name, i);
    near_to(what, reverse[i], difference(f, x, n, i, reverse[i]), 1e-7);
    snprintf(what, sizeof what, "%s[%d] forward", name, i);
    near_to(what, forward[i], reverse[i], 1e-11);
  }
}

/* Gradient of double f(double *x, int n) in both modes against differences. */
#define CHECK_GRADIENT(f, x, n)                                                                    \
  do {                                                                                             \
    double at_[MOST], reverse_[MOST] = {0}, forward_[MOST], v_[MOST];                              \
    memcpy(at_, x, (n) * sizeof *at_);                                                             \
    __enzyme_autodiff_v((void *)f, enzyme_dup, at_, reverse_, enzyme_const, (int)(n));             \
    for (int i_ = 0; i_ < (n); i_++) {                                                             \
      memcpy(at_, x, (n) * sizeof *at_);                                                           \
      memset(v_, 0, sizeof v_);                                                                    \
      v_[i_] = 1;                                                                                  \
      forward_[i_] = __enzyme_fwddiff((void *)f, enzyme_dup, at_, v_, enzyme_const, (int)(n));     \
    }                                                                                              \
    compare(f, #f, x, (int)(n), reverse_, forward_);                                               \
  } while (0)

#endif
