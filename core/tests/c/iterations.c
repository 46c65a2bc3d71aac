/* Iterations whose count depends on the data: Newton, bisection, fixed points, time steps. */
#include "check.h"

static double newton(double a) {
  double x = a;
  while (fabs(x * x - a) > 1e-13)
    x = 0.5 * (x + a / x);
  return x;
}

static double cube_root(double a, double *steps) {
  double x = 1;
  for (;;) {
    double step = (x * x * x - a) / (3 * x * x);
    x -= step;
    *steps += 1;
    if (fabs(step) < 1e-14)
      break;
  }
  return x;
}

static double fixed_point(double *x, int n) {
  double y = 0;
  int k = 0;
  for (double change = 1; change > 1e-15 && k < 200; k++) {
    double next = 0.3 * sin(y) + x[k % n] * 0 + x[0] * x[n - 1];
    change = fabs(next - y);
    y = next;
  }
  return y;
}

static double kepler(double *x, int n) {
  double m = x[0], e = 0.3 + 0.1 * sin(x[n - 1]), u = m;
  do {
    double f = u - e * sin(u) - m;
    u -= f / (1 - e * cos(u));
    if (fabs(f) < 1e-14)
      return u * e;
  } while (1);
}

static double pendulum(double *x, int n) {
  double t = 0, h = 0.1, q = x[0], p = x[1];
  while (t < 2) {
    double k = -sin(q) * x[n - 1];
    if (fabs(k) > 0.3)
      h = 0.05;
    else
      h = 0.1;
    p += h * k;
    q += h * p;
    t += h;
  }
  return q * q + p;
}

int main(void) {
  double count = 0, x[] = {0.7, 0.5, 1.1};
  near_to("newton", __enzyme_autodiff((void *)newton, 2.0), 0.5 / sqrt(2.0), 1e-12);
  near_to("newton forward", __enzyme_fwddiff((void *)newton, 2.0, 1.0), 0.5 / sqrt(2.0), 1e-12);
  near_to("cube root",
          __enzyme_autodiff((void *)cube_root, enzyme_out, 5.0, enzyme_const, &count),
          pow(5, -2.0 / 3) / 3, 1e-12);
  same("steps are counted once", count > 3 && count < 20, 1);
  CHECK_GRADIENT(fixed_point, x, 3);
  CHECK_GRADIENT(kepler, x, 2);
  CHECK_GRADIENT(pendulum, x, 3);
  return failures;
}
