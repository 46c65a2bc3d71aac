/* In-place FFT with bit reversal; iterative and by recursion with local buffers. */
#include "check.h"

static void swap(double *a, double *b) {
  double t = *a;
  *a = *b;
  *b = t;
}

static void transform(double *re, double *im, int n) {
  for (int i = 1, j = 0; i < n; i++) {
    int bit = n >> 1;
    for (; j & bit; bit >>= 1)
      j ^= bit;
    j ^= bit;
    if (i < j)
      swap(&re[i], &re[j]), swap(&im[i], &im[j]);
  }
  for (int len = 2; len <= n; len *= 2)
    for (int i = 0; i < n; i += len)
      for (int k = 0; k < len / 2; k++) {
        double c = cos(2 * M_PI * k / len), s = -sin(2 * M_PI * k / len);
        int p = i + k, q = p + len / 2;
        double ur = re[p], ui = im[p], vr = re[q] * c - im[q] * s, vi = re[q] * s + im[q] * c;
        re[p] = ur + vr, im[p] = ui + vi;
        re[q] = ur - vr, im[q] = ui - vi;
      }
}

static double spectrum(double *x, int n) {
  double im[MOST] = {0}, s = 0;
  transform(x, im, n);
  for (int i = 0; i < n; i++)
    s += (i + 1) * (x[i] * x[i] + im[i] * im[i]);
  return s;
}

static void recurse(double *re, double *im, int n) {
  if (n == 1)
    return;
  int h = n / 2;
  double *t = (double *)malloc(2 * n * sizeof *t), *u = t + n;
  for (int i = 0; i < h; i++) {
    t[i] = re[2 * i], t[h + i] = re[2 * i + 1];
    u[i] = im[2 * i], u[h + i] = im[2 * i + 1];
  }
  recurse(t, u, h);
  recurse(t + h, u + h, h);
  for (int k = 0; k < h; k++) {
    double c = cos(2 * M_PI * k / n), s = -sin(2 * M_PI * k / n);
    double vr = t[h + k] * c - u[h + k] * s, vi = t[h + k] * s + u[h + k] * c;
    re[k] = t[k] + vr, im[k] = u[k] + vi;
    re[k + h] = t[k] - vr, im[k + h] = u[k] - vi;
  }
  free(t);
}

static double recursive(double *x, int n) {
  double im[MOST] = {0}, s = 0;
  recurse(x, im, n);
  for (int i = 0; i < n; i++)
    s += (i + 1) * (x[i] * x[i] + im[i] * im[i]);
  return s;
}

int main(void) {
  double x[] = {0.7, -1.2, 0.4, 1.9, -0.33, 0.9, 1.3, 0.2};
  CHECK_GRADIENT(spectrum, x, 8);
  CHECK_GRADIENT(recursive, x, 8);
  /* The transform is linear: its adjoint is its transpose, which is itself. */
  double re[8], im[8] = {0}, dre[8] = {0}, dim[8] = {0}, want[8] = {0}, none[8] = {0};
  memcpy(re, x, sizeof re);
  dre[3] = want[3] = 1;
  __enzyme_autodiff_v((void *)transform, enzyme_dup, re, dre, enzyme_dup, im, dim, enzyme_const, 8);
  transform(want, none, 8);
  for (int i = 0; i < 8; i++)
    same("transpose", dre[i], want[i]);
  return failures;
}
