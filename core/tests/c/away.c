/* Divisors and arguments of roots and logarithms that are above zero by more than rounding: their partials are not guarded, and are right. Those that may be
 * zero, or overflow, keep the conventions: a zero seed contributes zero, and so does a tangent that overflows where its function is flat.
 */
#include "check.h"

static double softened(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < i; j++) {
      double d = x[i] - x[j], square = d * d + 1e-3;
      sum += 1 / (square * sqrt(square));
    }
  return sum;
}

static double norm(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  double length = sqrt(sum + 1e-8);
  return x[0] / length + log(length + 0.5) + cbrt(length);
}

static double chosen(double *x, int n) {
  double least = fmax(x[0], 0.25), sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] / least + log2(fabs(x[i]) + 1) + pow(x[i] * x[i] + 2, 1.5);
  return sum / hypot(x[1], 3) + 1 / (exp(x[2]) + 0.1) + 1 / (cosh(x[0]) * 3);
}

/* Where the first number is zero, all sums are. */
static double sums(double *x, int n) {
  double sum = x[0] * x[0], other = x[0] * x[0] + 1e-200;
  double root = x[0] > 0 ? sqrt(sum) : x[1], quotient = x[0] > 0 ? x[1] / sum : x[1];
  return root + quotient + (x[0] > 0 ? log(other) / other : 3 * x[n - 1]);
}

/* The root of what is no more than not negative has an infinite partial at zero, and nobody asks for it. */
static double weighted(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n - 1; i++)
    sum += x[i] * x[i];
  return x[n - 1] * sqrt(sum);
}

static double flat(double *x, int n) {
  return 1 / (1 + exp(x[0])) + 1 / sqrt(1 + exp(x[0])) + tanh(sqrt(1 + exp(x[0]))) + x[n - 1];
}

static float narrow(float *x, int n) {
  float sum = 0;
  for (int i = 0; i < n; i++)
    sum += 1 / (x[i] * x[i] + 0.1f);
  return sqrtf(sum);
}
HOOK float __enzyme_fwddiff_f(void *, ...);

int main(void) {
  double x[] = {0.7, -1.2, 0.4, 2.1};
  volatile int n = 4;
  CHECK_GRADIENT(softened, x, n);
  CHECK_GRADIENT(norm, x, n);
  CHECK_GRADIENT(chosen, x, n);

  double zero[] = {0, 2, 3, 4}, dx[4] = {0}, all[] = {0, 1, 1, 1};
  __enzyme_autodiff_v((void *)sums, enzyme_dup, zero, dx, enzyme_const, n);
  same("nothing of a root that was not asked for", dx[0], 0), same("its other side", dx[1], 2), same("the last", dx[3], 3);
  same("the same forwards", __enzyme_fwddiff((void *)sums, enzyme_dup, zero, all, enzyme_const, n), 5);

  double none[4] = {0}, dn[4] = {0};
  __enzyme_autodiff_v((void *)weighted, enzyme_dup, none, dn, enzyme_const, n);
  same("nothing of a root of zero", dn[0], 0), same("its factor", dn[3], 0);

  double large[] = {800, 2, 3, 4}, dl[4] = {0}, one[] = {1, 0, 0, 0};
  __enzyme_autodiff_v((void *)flat, enzyme_dup, large, dl, enzyme_const, n);
  same("flat", dl[0], 0), same("beside it", dl[3], 1);
  same("flat forwards", __enzyme_fwddiff((void *)flat, enzyme_dup, large, one, enzyme_const, n), 0);

  float f[] = {0, 1.5f, -2, 0.25f}, df[4] = {0}, along[] = {1, 1, 1, 1};
  __enzyme_autodiff_v((void *)narrow, enzyme_dup, f, df, enzyme_const, n);
  float sum = 0, tangent = 0;
  for (int i = 0; i < n; i++)
    sum += 1 / (f[i] * f[i] + 0.1f);
  for (int i = 0; i < n; i++) {
    double bottom = f[i] * f[i] + 0.1f, want = -f[i] / (bottom * bottom) / sqrt(sum);
    tangent += want;
    near_to("narrow", df[i], want, 1e-6);
  }
  near_to("narrow forwards", __enzyme_fwddiff_f((void *)narrow, enzyme_dup, f, along, enzyme_const, n), tangent, 1e-5);
  return failures;
}
