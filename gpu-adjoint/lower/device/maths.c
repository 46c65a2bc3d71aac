/* Mathematics that libm has not, as libdevice and OCML have it. What libm has is called under libm's name.
 *
 * In double precision, errors are a few units in the last place where nothing else is said; those of single precision are computed in double precision
 * and rounded. Denormal numbers are not flushed, whatever the device does.
 */
#include "device.h"

static const double PI = 3.141592653589793238462643;
static const double TWO_BY_SQRT_PI = 1.1283791670955125738961589;

/* sin and cos of pi times x. The whole quarters of a turn are split off exactly. */
static int quarters(double x, double *rest) {
  double turns = fmod(x, 2), nearest = rint(2 * turns);
  *rest = PI * (turns - nearest / 2);
  return (int)nearest & 3;
}

double device_sinpi(double x) {
  double rest;
  switch (quarters(x, &rest)) {
  case 0: return x == 0 ? x : sin(rest);
  case 1: return cos(rest);
  case 2: return -sin(rest);
  default: return -cos(rest);
  }
}

double device_cospi(double x) {
  double rest;
  switch (quarters(x, &rest)) {
  case 0: return cos(rest);
  case 1: return -sin(rest);
  case 2: return -cos(rest);
  default: return sin(rest);
  }
}

double device_tanpi(double x) { return device_sinpi(x) / device_cospi(x); }

void device_sincospi(double x, double *sine, double *cosine) {
  *sine = device_sinpi(x);
  *cosine = device_cospi(x);
}

double device_sincospi_stored(double x, double *cosine) {
  *cosine = device_cospi(x);
  return device_sinpi(x);
}

double device_sincos_stored(double x, double *cosine) {
  *cosine = cos(x);
  return sin(x);
}

double device_rsqrt(double x) { return 1 / sqrt(x); }
double device_rcbrt(double x) { return 1 / cbrt(x); }
double device_rhypot(double x, double y) { return 1 / hypot(x, y); }
double device_fdivide(double x, double y) { return x / y; }
double device_scalb(double x, double n) { return x * exp2(n); }

/* Scaled by the largest of them, so that nothing overflows that need not. */
double device_norm(int n, const double *x) {
  double largest = 0, sum = 0;
  for (int i = 0; i < n; i++) largest = fmax(largest, fabs(x[i]));
  if (largest == 0 || isinf(largest)) return largest;
  for (int i = 0; i < n; i++) sum += x[i] / largest * (x[i] / largest);
  return largest * sqrt(sum);
}

double device_rnorm(int n, const double *x) { return 1 / device_norm(n, x); }
double device_norm3d(double x, double y, double z) { return device_norm(3, (double[]){x, y, z}); }
double device_norm4d(double x, double y, double z, double w) { return device_norm(4, (double[]){x, y, z, w}); }
double device_rnorm3d(double x, double y, double z) { return 1 / device_norm3d(x, y, z); }
double device_rnorm4d(double x, double y, double z, double w) { return 1 / device_norm4d(x, y, z, w); }

/* By repeated squares: the error grows with the logarithm of n. */
double device_powi(double x, int n) {
  double power = 1;
  for (unsigned left = n < 0 ? -(unsigned)n : (unsigned)n; left; left /= 2, x *= x)
    if (left & 1) power *= x;
  return n < 0 ? 1 / power : power;
}

/* exp(x²) erfc(x). With the rounding error of x² up to 25, by the asymptotic series beyond. */
double device_erfcx(double x) {
  double square = x * x, lost = fma(x, x, -square);
  if (x < 25) return exp(square) * (1 + lost) * erfc(x);
  double term = 1, sum = 1;
  for (int k = 1; k < 8; k++) sum += term *= -(2 * k - 1) / (2 * square);
  return TWO_BY_SQRT_PI / 2 / x * sum;
}

/* erfc(x) = y for y in (0, 1], by Halley's method from the leading term of large x. The last steps are those of full precision. */
static double upper(double y) {
  double x = y > 0.5 ? (1 - y) / TWO_BY_SQRT_PI : sqrt(-log(y * sqrt(PI) * fmax(1, sqrt(-log(y)))));
  for (int step = 0; step < 8; step++) {
    double newton = (1 - y / erfc(x)) * device_erfcx(x) / TWO_BY_SQRT_PI;
    double change = newton / (1 + x * newton);
    x += change;
    if (fabs(change) <= 1e-16 * fabs(x)) break;
  }
  return x;
}

double device_erfcinv(double y) {
  if (!(y > 0 && y < 2)) return y == 0 ? INFINITY : y == 2 ? -INFINITY : NAN;
  return y <= 1 ? upper(y) : -upper(2 - y);
}

/* Near 0 by Newton's method on erf, which keeps the last places that 1 - x would lose. */
double device_erfinv(double x) {
  double size = fabs(x);
  if (!(size < 1)) return size == 1 ? copysign(INFINITY, x) : NAN;
  if (size > 0.5) return copysign(upper(1 - size), x);
  double found = x / TWO_BY_SQRT_PI;
  for (int step = 0; step < 8; step++) found -= (erf(found) - x) * exp(found * found) / TWO_BY_SQRT_PI;
  return found;
}

/* The relative error grows with x² where the value is small. */
double device_normcdf(double x) { return erfc(-x * sqrt(0.5)) / 2; }
double device_normcdfinv(double p) { return -sqrt(2) * device_erfcinv(2 * p); }

/* Modified Bessel functions: all terms of the power series are positive; the asymptotic one is for large arguments. */
static double bessel(double x, int order) {
  double term = order ? x / 2 : 1, sum = term, quarter = x * x / 4;
  if (x < 40) {
    for (int k = 1; term > 1e-18 * sum; k++) sum += term *= quarter / ((double)k * (k + order));
    return sum;
  }
  term = sum = 1;
  for (int k = 1; k < 30 && fabs(term) > 1e-18; k++) sum += term *= -(4.0 * order * order - (2 * k - 1) * (2 * k - 1)) / (8 * k * x);
  double half = exp(x / 2);
  return half / sqrt(2 * PI * x) * half * sum;
}

double device_cyl_bessel_i0(double x) { return isnan(x) ? x : bessel(fabs(x), 0); }
double device_cyl_bessel_i1(double x) { return isnan(x) ? x : copysign(bessel(fabs(x), 1), x); }

#define ONE(name) float name##f(float x) { return (float)name(x); }
#define TWO(name) float name##f(float x, float y) { return (float)name(x, y); }
ONE(device_sinpi) ONE(device_cospi) ONE(device_tanpi) ONE(device_rsqrt) ONE(device_rcbrt) ONE(device_erfcx) ONE(device_erfcinv) ONE(device_erfinv)
ONE(device_normcdf) ONE(device_normcdfinv) ONE(device_cyl_bessel_i0) ONE(device_cyl_bessel_i1)
TWO(device_rhypot) TWO(device_fdivide) TWO(device_scalb)

float device_powif(float x, int n) { return (float)device_powi(x, n); }
float device_norm3df(float x, float y, float z) { return (float)device_norm3d(x, y, z); }
float device_norm4df(float x, float y, float z, float w) { return (float)device_norm4d(x, y, z, w); }
float device_rnorm3df(float x, float y, float z) { return (float)device_rnorm3d(x, y, z); }
float device_rnorm4df(float x, float y, float z, float w) { return (float)device_rnorm4d(x, y, z, w); }

float device_normf(int n, const float *x) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += (double)x[i] * x[i];
  return (float)sqrt(sum);
}

float device_rnormf(int n, const float *x) { return 1 / device_normf(n, x); }

void device_sincospif(float x, float *sine, float *cosine) {
  *sine = device_sinpif(x);
  *cosine = device_cospif(x);
}

float device_sincospi_storedf(float x, float *cosine) {
  *cosine = device_cospif(x);
  return device_sinpif(x);
}

float device_sincos_storedf(float x, float *cosine) {
  *cosine = cosf(x);
  return sinf(x);
}

/* Half precision: computed in single precision, and rounded. */
#define HALF(name, with) _Float16 device_##name##_f16(_Float16 x) { return (_Float16)with((float)x); }
HALF(ceil, ceilf) HALF(cos, cosf) HALF(exp, expf) HALF(exp2, exp2f) HALF(floor, floorf) HALF(fabs, fabsf) HALF(log, logf) HALF(log10, log10f)
HALF(log2, log2f) HALF(rint, rintf) HALF(rsqrt, device_rsqrtf) HALF(sin, sinf) HALF(sqrt, sqrtf) HALF(trunc, truncf)
_Float16 device_exp10_f16(_Float16 x) { return (_Float16)pow(10, (double)x); }
_Float16 device_fma_f16(_Float16 x, _Float16 y, _Float16 z) { return (_Float16)((double)x * (double)y + (double)z); }
_Float16 device_fmax_f16(_Float16 x, _Float16 y) { return (_Float16)fmaxf((float)x, (float)y); }
_Float16 device_fmin_f16(_Float16 x, _Float16 y) { return (_Float16)fminf((float)x, (float)y); }
_Float16 device_powi_f16(_Float16 x, int n) { return (_Float16)device_powi((double)x, n); }
