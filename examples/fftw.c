/* A program that uses FFTW, whose rules it brings itself (fftw_pack.h): a signal is smoothed in its spectrum; how does its energy
 * depend on the samples and on how much it is smoothed?
 *
 *     enzyme-cc -O2 fftw.c fftw_pack.c -o fftw -lfftw3 -lm && ./fftw
 */
#include "fftw_pack.h"

#include <math.h>
#include <stdio.h>

enum { MOST = 16 };

/* Energy of the smoothed signal, and a coefficient of its complex transform, forth and back. */
static double energy(const transforms *t, const double *x, double width) {
  int n = t->n;
  double spectrum[2 * MOST], smooth[MOST], pairs[2 * MOST], turned[2 * MOST], sum = 0;
  fft_r2c(t, x, spectrum);
  for (int k = 0; k <= n / 2; k++) {
    double factor = exp(-width * k * k) / n;
    spectrum[2 * k] *= factor;
    spectrum[2 * k + 1] *= factor * factor;
  }
  fft_c2r(t, spectrum, smooth);
  for (int i = 0; i < n; i++)
    pairs[2 * i] = smooth[i], pairs[2 * i + 1] = smooth[i] * x[i];
  fft_forward(t, pairs, turned);
  for (int i = 0; i < n; i++)
    turned[2 * i] *= sin(i) * width;
  fft_backward(t, turned, pairs);
  for (int i = 0; i < n; i++)
    sum += smooth[i] * smooth[i] + 0.1 * (i + 1) * pairs[2 * i] + 0.2 * pairs[2 * i + 1] * x[i];
  return sum;
}

static int check(const char *what, int i, double got, double want) {
  int good = fabs(got - want) < 1e-6 * (1 + fabs(want));
  printf("%s %s %d: %.8f, by differences %.8f\n", good ? "PASS" : "FAIL", what, i, got, want);
  return !good;
}

int main(void) {
  int wrong = 0;
  for (int n = 9; n <= 10; n++) {
    transforms *t = transforms_create(n);
    double x[MOST], by_x[MOST] = {0}, h = 1e-5, width = 0.07;
    for (int i = 0; i < n; i++)
      x[i] = sin(0.7 * i * i) + 0.2 * i;
    double by_width =
        __enzyme_autodiff_double((void *)energy, enzyme_const, t, enzyme_dup, x, by_x, enzyme_out, width);
    wrong |= check("width", n, by_width, (energy(t, x, width + h) - energy(t, x, width - h)) / (2 * h));
    for (int i = 0; i < n; i++) {
      double there = x[i], v[MOST] = {0};
      x[i] = there + h;
      double above = energy(t, x, width);
      x[i] = there - h;
      double below = energy(t, x, width);
      x[i] = there;
      v[i] = 1;
      double tangent =
          __enzyme_fwddiff_double((void *)energy, enzyme_const, t, enzyme_dup, x, v, enzyme_const, width);
      wrong |= check("sample", i, by_x[i], (above - below) / (2 * h));
      wrong |= check("tangent", i, tangent, (above - below) / (2 * h));
    }
    transforms_destroy(t);
  }
  return wrong;
}
