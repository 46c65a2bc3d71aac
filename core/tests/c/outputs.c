/* Library functions that give results through pointers: sincos, modf, frexp, remquo, lgamma_r, in
 * all kinds, into locals, into active memory and beside numbers in a structure. */
#define _GNU_SOURCE
#include "check.h"

static double locals(double *x, int n) {
  double s, c, whole;
  int e, q, sign;
  sincos(x[0] * x[1], &s, &c);
  double f = modf(3 * x[1], &whole);
  double m = frexp(x[0] + 5, &e);
  double r = remquo(x[n - 1] * 7, x[0], &q);
  double g = lgamma_r(x[1] + 3, &sign);
  return s * c * c + f * whole + m * e * m + r * q + g * sign;
}

/* Into memory that is read again, and overwritten. */
static double into_memory(double *x, int n) {
  double sum = 0;
  for (int i = 0; i + 1 < n; i++) {
    double old = x[i];
    sincos(old * x[i + 1], &x[i], &x[i + 1]);
    sum += x[i] * x[i + 1] * old;
  }
  return sum + x[n - 1] * x[0];
}

struct part {
  double fraction;
  int exponent, quotient;
  double whole;
};

static void split(double x, double y, struct part *p) {
  p->fraction = frexp(x, &p->exponent);
  p->fraction += remquo(y, x, &p->quotient);
  p->fraction *= modf(x * y, &p->whole);
}

static double structure(double *x, int n) {
  struct part p[2];
  double sum = 0;
  for (int i = 0; i + 1 < n; i++) {
    split(x[i] + 2, x[i + 1] * 9, &p[i % 2]);
    sum += p[i % 2].fraction * (p[i % 2].exponent + 3 * p[i % 2].quotient + p[i % 2].whole);
  }
  return sum;
}

/* The whole part has derivative zero, and ends the adjoint of what it overwrites. */
static double overwritten(double *x, int n) {
  double a[2] = {x[0] * x[0], x[1]};
  double before = a[0];
  double f = modf(x[n - 1] * 5, &a[0]);
  return f * a[1] + a[0] * x[1] + before * before;
}

/* Of the quotient C promises the last three bits. */
static double in_single(double *x, int n) {
  float s, c, whole;
  int e, q, sign;
  float u = (float)x[0], v = (float)x[n - 1];
  sincosf(u * v, &s, &c);
  return s * c + modff(3 * v, &whole) * whole + frexpf(u + 5, &e) * e + remquof(7 * v, u, &q) * (q & 7) +
         lgammaf_r(v + 3, &sign);
}

static double in_extended(double *x, int n) {
  long double s, c, whole;
  int e, q, sign;
  long double u = x[0], v = x[n - 1];
  sincosl(u * v, &s, &c);
  return (double)(s * c + modfl(3 * v, &whole) * whole + frexpl(u + 5, &e) * e +
                  remquol(7 * v, u, &q) * (q & 7) + lgammal_r(v + 3, &sign));
}

static void single(double u, double v) {
  double x[2] = {u, v}, wide[2] = {0}, narrow[2] = {0};
  __enzyme_autodiff_v((void *)in_extended, enzyme_dup, x, wide, enzyme_const, 2);
  __enzyme_autodiff_v((void *)in_single, enzyme_dup, x, narrow, enzyme_const, 2);
  near_to("single u", narrow[0], wide[0], 1e-5);
  near_to("single v", narrow[1], wide[1], 1e-5);
}

int main(void) {
  double x[] = {0.83, 1.37, 0.61};
  CHECK_GRADIENT(locals, x, 3);
  CHECK_GRADIENT(into_memory, x, 3);
  CHECK_GRADIENT(structure, x, 3);
  CHECK_GRADIENT(overwritten, x, 2);
  CHECK_GRADIENT(in_extended, x, 2);
  single(x[0], x[1]);
  return failures;
}
