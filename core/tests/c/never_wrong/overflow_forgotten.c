/* Arguments that overflow, or whose derivative is infinite, where what takes them is flat, or does not choose them. */
#include "never_wrong.h"
static double forbidden(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double best = x[i] * x[i] + 3;
    for (int j = 0; j < n; j++)
      best = fmin(best, (j == i ? INFINITY : 1.0 + j) * x[j]);
    s += best;
  }
  return s;
}
double f(double *x, int n) {
  double s = forbidden(x, n);
  for (int i = 0; i < n; i++) {
    double t = (i % 2 ? -900 : 2) * x[i], far = exp(-t);
    s += x[0] / (1 + far);
    s += fmin(1.0, far) * x[(i + 1) % n];
    s += tanh(far) * atan(far) * erf(far) * erfc(far) + atan2(far, x[0]);
    double signed_ = x[i] * (i % 2 ? -1 : 1);
    s += sqrt(fmax(signed_, 0.0)) * x[0] + fdim(signed_, 0.0) * sqrt(fdim(signed_, 0.1));
    s += sqrt(fmin(fmax(signed_, 0.0), 2.0)) + 1 / fmin(1.0, far) * 0.01 * (i % 2 == 1);
    s += exp(-far) * x[1];
  }
  return s;
}
