/* Numbers that are rounded by adding a large constant and taking it away: whole numbers, of either sign, in double and single precision, fractions of
 * tables, in vectors; the exponential that libraries make of it. An offset that is no such constant is an offset. */
#include "check.h"
#include <stdint.h>

/* Whoever allows sums to be put in another order allows `x` for `(x + c) - c`. */
#pragma clang fp reassociate(off)

#define APART __attribute__((noinline)) static

/* For what is not negative. */
static double nearest_above(double x) { return (x + 0x1p52) - 0x1p52; }
static double nearest(double x) { return (x + 0x1.8p52) - 0x1.8p52; }
static double nearest_from_left(double x) { return (x - 0x1.8p52) + 0x1.8p52; }
static double sixteenth(double x) { return (0x1.8p48 + x) - 0x1.8p48; }
static float nearest_float(float x) { return (x + 0x1.8p23f) - 0x1.8p23f; }

static double fractions(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double a = x[i] * x[i] * 7;
    s += (a - nearest_above(a)) * x[0];
    s += (a - nearest(a)) * (x[i] - nearest_from_left(x[i]));
    s += a * (a - sixteenth(a));
  }
  return s;
}

static double whole_parts(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += nearest(3 * x[i]) * x[i];
  return s;
}

static double in_single_precision(double *x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++) {
    float a = (float)x[i] * 8;
    s += nearest_float(a) * (float)x[i];
  }
  return s;
}

/* exp(x) = 2^k exp(r), with a polynomial for exp(r). */
APART double exponential(double x) {
  double shifted = x * 1.4426950408889634 + 0x1.8p52;
  int64_t bits;
  memcpy(&bits, &shifted, sizeof bits);
  double k = shifted - 0x1.8p52, r = x - k * 0.6931471805599453;
  double p = 1, term = 1;
  for (int i = 1; i < 18; i++) {
    term *= r / i;
    p += term;
  }
  uint64_t power = (uint64_t)(1023 + (int32_t)bits) << 52;
  double scale;
  memcpy(&scale, &power, sizeof scale);
  return p * scale;
}

static double exponentials(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += exponential(3 * x[i]) * x[0];
  return s;
}

static double offset(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double large = x[i] + 1e10, small = x[i] + 65536;
    s += (large - 1e10) * (small - 65536) + large * 1e-10;
  }
  return s;
}

int main(void) {
  double x[] = {0.71, -1.22, 0.43, 1.91, -0.33, 2.6};
  CHECK_GRADIENT(fractions, x, 6);
  CHECK_GRADIENT(whole_parts, x, 6);
  CHECK_GRADIENT(exponentials, x, 6);
  double dx[6] = {0};
  __enzyme_autodiff_v(in_single_precision, enzyme_dup, x, dx, enzyme_const, 6);
  for (int i = 0; i < 6; i++)
    near_to("in_single_precision", dx[i], nearest_float((float)x[i] * 8), 1e-6);
  double ox[6] = {0};
  __enzyme_autodiff_v(offset, enzyme_dup, x, ox, enzyme_const, 6);
  for (int i = 0; i < 6; i++)
    near_to("offset", ox[i], 2 * x[i] + 1e-10, 1e-5);
  return failures;
}
