/* _Complex numbers: products, quotients, through pointers and by value inside. */
#include "check.h"
#include <complex.h>

static double modulus(double *x, int n) {
  double complex z = x[0] + I * x[1], w = x[2] + I * x[n - 1];
  double complex p = z * w + z / w - conj(w);
  return creal(p) * cimag(p) + creal(z * z);
}

static double power(double *x, int n) {
  double complex z = x[0] + I * x[n - 1], p = 1;
  for (int k = 0; k < 5; k++)
    p = p * z + 0.5 * I;
  return creal(p) - 2 * cimag(p);
}

static double series(const double complex *c, int n, double t) {
  double complex s = 0, z = cos(t) + I * sin(t), p = 1;
  for (int k = 0; k < n; k++) {
    s += c[k] * p;
    p *= z;
  }
  return creal(s);
}

static double absolute(double *x, int n) {
  double complex z = x[0] + I * x[n - 1];
  return cabs(z) * cabs(z * z);
}

static double of_single(double *x, int n) {
  float complex z = (float)x[0] + I * (float)x[1], w = (float)x[n - 1] + 2.0f * I;
  float complex p = z / w * z;
  return crealf(p) * cimagf(p);
}

static double of_extended(double *x, int n) {
  long double complex z = x[0] + I * x[1], w = x[n - 1] + 2.0 * I;
  long double complex p = z / w * z;
  return (double)(creall(p) * cimagl(p));
}

/* Products and quotients of other kinds; a float's derivative against the long double's. */
static void kinds(const double *x) {
  CHECK_GRADIENT(of_extended, x, 4);
  double at[4], wide[4] = {0}, narrow[4] = {0};
  memcpy(at, x, sizeof at);
  __enzyme_autodiff_v((void *)of_extended, enzyme_dup, at, wide, enzyme_const, 4);
  __enzyme_autodiff_v((void *)of_single, enzyme_dup, at, narrow, enzyme_const, 4);
  for (int i = 0; i < 4; i++) {
    double v[4] = {0};
    v[i] = 1;
    near_to("float reverse", narrow[i], wide[i], 1e-5);
    double forward = __enzyme_fwddiff((void *)of_single, enzyme_dup, at, v, enzyme_const, 4);
    near_to("float forward", forward, wide[i], 1e-5);
  }
}

static float single(const float complex *c, int n) {
  float complex p = 1;
  for (int k = 0; k < n; k++)
    p *= c[k];
  return crealf(p);
}

int main(void) {
  double x[] = {0.7, -1.2, 0.4, 1.9};
  CHECK_GRADIENT(modulus, x, 4);
  CHECK_GRADIENT(power, x, 2);
  CHECK_GRADIENT(absolute, x, 2);
  kinds(x);
  double complex c[3] = {1 + 2 * I, -0.5 + I, 0.25 - 3 * I}, d[3] = {0};
  double t = 0.3;
  double dt = __enzyme_autodiff((void *)series, enzyme_dup, c, d, enzyme_const, 3, enzyme_out, t);
  for (int k = 0; k < 3; k++) {
    same("re", creal(d[k]), cos(k * t));
    same("im", cimag(d[k]), -sin(k * t));
  }
  double want = -0.5 * -sin(t) - cos(t) + 2 * (0.25 * -sin(2 * t) + 3 * cos(2 * t));
  same("t", dt, want);
  float complex u[2] = {1.5f + 2 * I, 0.5f - I}, v[2] = {0};
  __enzyme_autodiff_v((void *)single, enzyme_dup, u, v, enzyme_const, 2);
  near_to("single re", crealf(v[0]), 0.5, 1e-6);
  near_to("single im", cimagf(v[0]), 1, 1e-6);
  return failures;
}
