/* Control flow: early returns, switch, break, continue, do-while, nested loops left at once. */
#include "check.h"

static double early(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    if (x[i] > 1.5)
      return s * x[i] * x[i];
    s *= 1 + x[i];
    if (s < 0)
      return sin(s);
  }
  return exp(-s);
}

static double one_of(double x, int which) {
  switch (which % 5) {
  case 0:
    return x * x;
  case 1:
    x = sin(x); /* falls through */
  case 2:
    return x * 3;
  case 3:
    return exp(x);
  default:
    return 1 / (2 + x * x);
  }
}

static double switches(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += one_of(x[i], i) * one_of(s, i + 2);
  return s;
}

static double breaks(double *x, int n) {
  double s = 0;
  for (int round = 0; round < 4; round++)
    for (int i = 0; i < n; i++) {
      if (x[i] < -1)
        continue;
      s += x[i] * x[i] * (round + 1);
      if (s > 6)
        break;
      if (s > 5.5 && round > 1)
        goto done;
      s *= 0.9;
    }
done:
  return s * s;
}

static double do_while(double *x, int n) {
  double s = x[0], p = 1;
  int k = 0;
  do {
    p *= s * 0.5 + x[k % n];
    s = s * 0.7 + 0.01 * p;
    k++;
  } while (fabs(s) > 0.05 && k < 50);
  return p + s;
}

static double logical(double *x, int n) {
  double s = 0;
  for (int i = 1; i < n; i++)
    if ((x[i] > 0 && x[i - 1] < x[i]) || (x[i] < -1 && s > 0))
      s += x[i] * x[i - 1];
    else
      s -= x[i] > x[0] ? x[i] * s : cos(x[i]);
  return s;
}

static double countdown(double *x, int n) {
  double s = 1;
  for (int i = n - 1; i >= 0; i -= 2)
    for (int j = i; j < n; j += i + 1)
      s = s * x[j] + x[i] * x[i];
  return s;
}

int main(void) {
  double x[] = {0.7, -1.2, 0.4, 1.9, -0.33, 0.9}, y[] = {0.3, 0.1, -0.5, 0.8};
  CHECK_GRADIENT(early, x, 6);
  CHECK_GRADIENT(early, y, 4);
  CHECK_GRADIENT(switches, x, 6);
  CHECK_GRADIENT(breaks, x, 6);
  CHECK_GRADIENT(breaks, y, 4);
  CHECK_GRADIENT(do_while, x, 6);
  CHECK_GRADIENT(do_while, y, 4);
  CHECK_GRADIENT(logical, x, 6);
  CHECK_GRADIENT(countdown, x, 6);
  return failures;
}
