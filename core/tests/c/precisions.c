/* float, double and long double, and conversions between them. */
#include "check.h"

HOOK long double __enzyme_autodiff_long(void *, ...);
HOOK float __enzyme_autodiff_float(void *, ...);

static float norm(const float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i];
  return sqrtf(s);
}

static long double extended(const long double *x, int n) {
  long double s = 0;
  for (int i = 0; i < n; i++)
    s += sinl(x[i]) * x[i];
  return s;
}

static double mixed(const float *x, const long double *y, double z) {
  double s = 0;
  for (int i = 0; i < 3; i++)
    s += (double)x[i] * (double)(y[i] * y[i]);
  return s * z;
}

static long double scalar(long double x) { return x * x * x; }

static float narrow(double x) { return (float)(x * x) * 3.0f; }

int main(void) {
  float x[3] = {2, 3, 6}, dx[3] = {0};
  __enzyme_autodiff_v((void *)norm, enzyme_dup, x, dx, enzyme_const, 3);
  near_to("norm 0", dx[0], 2 / 7.0, 1e-6);
  near_to("norm 2", dx[2], 6 / 7.0, 1e-6);
  long double y[3] = {0.5L, 1.5L, 2.5L}, dy[3] = {0};
  __enzyme_autodiff_v((void *)extended, enzyme_dup, y, dy, enzyme_const, 3);
  for (int i = 0; i < 3; i++)
    near_to("extended", (double)dy[i], (double)(sinl(y[i]) + y[i] * cosl(y[i])), 1e-15);
  memset(dx, 0, sizeof dx), memset(dy, 0, sizeof dy);
  double dz = __enzyme_autodiff((void *)mixed, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_out, 2.0);
  same("mixed z", dz, 2 * 0.25 + 3 * 2.25 + 6 * 6.25);
  near_to("mixed x", dx[1], 2 * 2.25, 1e-6);
  same("mixed y", (double)dy[2], 2 * 6 * 5.0);
  same("long double", (double)__enzyme_autodiff_long((void *)scalar, 2.0L), 12);
  same("narrowed", __enzyme_autodiff((void *)narrow, 2.0), 12);
  return failures;
}
