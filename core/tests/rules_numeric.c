/* The comparison of rules_numeric.rs: reverse and forward of each row against differences at sampled
 * points and against the stated partials at special ones. Prints what disagrees; the exit code says
 * whether something did. table.h is generated.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 4 };

struct row {
  const char *name;
  int params;
  unsigned integers; /* bit i: parameter i is an integer */
  void (*primal)(const double *, double *);
  void (*reverse)(const double *, double *);
  void (*forward)(const double *, const double *, double *);
  const double *samples, *expected;
  int points;
  const double *args, *partials;
};

#include "table.h"

/* libgcc 12 lacks the conversions to bfloat16. */
static __bf16 to_bfloat(float x) {
  unsigned bits;
  memcpy(&bits, &x, sizeof bits);
  if (x == x)
    bits += 0x7fff + (bits >> 16 & 1);
  unsigned short high = bits >> 16 | (x != x ? 0x40 : 0);
  __bf16 result;
  memcpy(&result, &high, sizeof result);
  return result;
}
__attribute__((weak)) __bf16 __truncsfbf2(float x) { return to_bfloat(x); }
__attribute__((weak)) __bf16 __truncdfbf2(double x) { return to_bfloat((float)x); }

/* What differences in this precision can show, relative to the partial (at least to 1). */
static double tolerance(void) {
  return EPSILON < 1e-12 ? 1e-6 : EPSILON < 1e-6 ? 1e-4 : 32 * EPSILON;
}

/* Rounding of the two modes' different orders of summation and of their products. */
static double rounding(void) { return 16 * EPSILON; }

static double value(const struct row *row, const double *x) {
  double y;
  row->primal(x, &y);
  return y;
}

/* The difference quotient nearest to the guess, of several steps and both orders. */
static double difference(const struct row *row, const double *x, int i, double guess) {
  static const double steps[] = {1e-1, 3e-2, 1e-2, 2e-3, 3e-4, 5e-5, 1e-5, 1e-6, 1e-8};
  double best = NAN, at[MOST];
  memcpy(at, x, row->params * sizeof *at);
  for (size_t s = 0; s < 2 * sizeof steps / sizeof *steps; s++) {
    double h = steps[s / 2] * (s % 2 ? 1 : fabs(x[i])), d[2];
    for (int half = 0; half < 2; half++, h /= 2) {
      double right = x[i] + h, left = x[i] - h;
      if (EPSILON > 1e-12 && EPSILON < 1e-6)
        right = (float)right, left = (float)left;
      at[i] = right;
      double above = value(row, at);
      at[i] = left;
      d[half] = (above - value(row, at)) / (right - left);
    }
    double tried[] = {d[1], (4 * d[1] - d[0]) / 3};
    for (int k = 0; k < 2; k++)
      if (isfinite(tried[k]) && !(fabs(best - guess) <= fabs(tried[k] - guess)))
        best = tried[k];
  }
  return best;
}

static int same(double a, double b, double tolerance) {
  if (isnan(a) || isnan(b))
    return isnan(a) && isnan(b);
  return a == b || fabs(a - b) <= tolerance * fmax(fabs(b), 1e-3) ||
         (tolerance > 1e-12 && fabs(a - b) <= tolerance);
}

static int bad;

static void tell(const struct row *row, const double *x, int i, const char *what, double got,
                 double want) {
  if (bad++ > 60)
    return;
  printf("%s(", row->name);
  for (int k = 0; k < row->params; k++)
    printf("%s%.17g", k ? ", " : "", x[k]);
  printf(") argument %d: %s gives %.17g, not %.17g\n", i, what, got, want);
}

static double tangent(const struct row *row, const double *x, int i) {
  double v[MOST] = {0}, t;
  v[i] = 1;
  row->forward(x, v, &t);
  return t;
}

static void sample(const struct row *row, const double *x, const double *expected) {
  double g[MOST];
  if (!isfinite(value(row, x)))
    return;
  row->reverse(x, g);
  for (int i = 0; i < row->params; i++) {
    if (row->integers >> i & 1)
      continue;
    double t = tangent(row, x, i);
    double d = EPSILON < 1e-6 ? difference(row, x, i, g[i]) : expected[i];
    if (!same(g[i], d, tolerance()) && fabs(d) < LARGEST)
      tell(row, x, i, "reverse", g[i], d);
    if (!same(t, g[i], rounding()))
      tell(row, x, i, "forward", t, g[i]);
  }
}

static void point(const struct row *row, const double *x, const double *partials) {
  double g[MOST];
  row->reverse(x, g);
  for (int i = 0, k = 0; i < row->params; i++) {
    if (row->integers >> i & 1)
      continue;
    double want = partials[k++], t = tangent(row, x, i);
    if (!same(g[i], want, 4 * EPSILON))
      tell(row, x, i, "special point, reverse", g[i], want);
    if (!same(t, want, 4 * EPSILON))
      tell(row, x, i, "special point, forward", t, want);
  }
}

int main(void) {
  for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
    const struct row *row = &rows[r];
    int floats = row->params - __builtin_popcount(row->integers);
    for (int s = 0; s < SAMPLES; s++)
      sample(row, row->samples + s * row->params, row->expected + s * row->params);
    for (int p = 0; p < row->points; p++)
      point(row, row->args + p * row->params, row->partials + p * floats);
  }
  printf("%d disagreements\n", bad);
  return bad != 0;
}
