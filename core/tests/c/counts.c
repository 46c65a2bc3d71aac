/* Loops with odd counts: wrapping bytes, division, Collatz, floating counters, ends of the program. */
#include "check.h"

static double guarded(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    if (x[i] > 1e6) {
      fprintf(stderr, "bad %g\n", x[i]);
      exit(3);
    }
    s *= x[i];
    if (s > 1e9)
      abort();
  }
  return s;
}

static double wrapping(double *x, int n) {
  double s = 0;
  for (unsigned char i = 250; i != 4; i++)
    s = s * 0.9 + x[i % n] * x[0] + s * s * 0.01;
  return s;
}

static double halving(double *x, int n) {
  double s = 0;
  for (int i = n; i-- > 0;)
    for (int j = i; j > 0; j /= 2)
      s += x[i] * x[j] * s + x[j];
  return s;
}

static double cases(double *x, int n) {
  double s = 1;
  for (int i = 0; i < 9; i++)
    switch (i) {
    case 1:
    case 3:
      s *= x[0];
      break;
    case 2:
      continue;
    case 7:
      return s * s;
    case 5:
      s += x[n - 1]; /* falls through */
    default:
      s = sin(s) + x[0];
    }
  return s;
}

static double collatz(double *x, int n) {
  double s = x[0];
  for (long k = 7; k != 1; k = k % 2 ? 3 * k + 1 : k / 2)
    s = k % 2 ? s * x[n - 1] + 0.1 : s + x[0] / k;
  return s;
}

static double growing(double *x, int n) {
  double s = x[0];
  int c = 0;
  while (s < 3) {
    s += x[0] * x[0];
    for (int k = 0; k < c; k++) {
      s *= 1.01 + 0.01 * x[n - 1];
      if (s > 2.5)
        break;
    }
    c++;
  }
  return s * x[n - 1];
}

static double clock_ticks(double *x, int n) {
  double s = 0;
  for (double t = 0; t < 0.7; t += 0.25)
    s += t * x[n - 1] + s * s * 0.1 + x[0] * x[0];
  return s;
}

static double never(double *x, int n) {
  double s = x[0];
  for (int i = n; i < n; i++)
    s *= x[i];
  for (long i = 5; i < n - 5; i++)
    s += x[i];
  return s * s;
}

static double deep(double *x, int n) {
  double s = 0;
  for (int i = 0; i < 3; i++)
    for (int j = i; j < 4; j++)
      for (int k = 0; k <= j - i; k++)
        for (int l = k; l < 2; l++)
          s = s * 0.7 + x[(i + l) % n] * x[(j + k) % n] * (1 + s * s * 0.01);
  return s;
}

int main(void) {
  double x[] = {0.7, -1.2}, y[] = {0.4, 0.9, -0.3, 1.1, 0.2};
  CHECK_GRADIENT(guarded, x, 2);
  CHECK_GRADIENT(wrapping, x, 2);
  CHECK_GRADIENT(halving, y, 5);
  CHECK_GRADIENT(cases, x, 2);
  CHECK_GRADIENT(collatz, x, 2);
  CHECK_GRADIENT(growing, x, 2);
  CHECK_GRADIENT(clock_ticks, x, 2);
  CHECK_GRADIENT(never, y, 5);
  CHECK_GRADIENT(deep, y, 5);
  return failures;
}
