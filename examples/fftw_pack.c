/* The transforms of fftw_pack.h. */
#include "fftw_pack.h"

transforms *transforms_create(int n) {
  transforms *t = malloc(sizeof *t);
  double *a = fftw_malloc(sizeof(double) * 2 * (n + 1)), *b = fftw_malloc(sizeof(double) * 2 * (n + 1));
  fftw_complex *c = (fftw_complex *)a, *d = (fftw_complex *)b;
  /* The arrays of calls need not be aligned as these are, and what is transformed stays as it is. */
  unsigned flags = FFTW_ESTIMATE | FFTW_UNALIGNED | FFTW_PRESERVE_INPUT;
  t->n = n;
  t->r2c = fftw_plan_dft_r2c_1d(n, a, d, flags);
  t->c2r = fftw_plan_dft_c2r_1d(n, c, b, flags);
  t->forward = fftw_plan_dft_1d(n, c, d, FFTW_FORWARD, flags);
  t->backward = fftw_plan_dft_1d(n, c, d, FFTW_BACKWARD, flags);
  fftw_free(a);
  fftw_free(b);
  return t;
}

void transforms_destroy(transforms *t) {
  fftw_destroy_plan(t->r2c);
  fftw_destroy_plan(t->c2r);
  fftw_destroy_plan(t->forward);
  fftw_destroy_plan(t->backward);
  free(t);
}

void fft_r2c(const transforms *t, const double *in, double *out) {
  fftw_execute_dft_r2c(t->r2c, (double *)in, (fftw_complex *)out);
}

void fft_c2r(const transforms *t, const double *in, double *out) {
  fftw_execute_dft_c2r(t->c2r, (fftw_complex *)in, out);
}

void fft_forward(const transforms *t, const double *in, double *out) {
  fftw_execute_dft(t->forward, (fftw_complex *)in, (fftw_complex *)out);
}

void fft_backward(const transforms *t, const double *in, double *out) {
  fftw_execute_dft(t->backward, (fftw_complex *)in, (fftw_complex *)out);
}
