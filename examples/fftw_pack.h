/* Rules for transforms by FFTW, as a program brings them (docs/user-rules.md): the derivative of a linear transform is itself, its
 * adjoint is the transform the other way round. FFTW's own functions hide their arrays in plans, so that the rules are for
 * functions that are given them: r2c, c2r and both directions of c2c.
 *
 * Include it where the transforms are called, compile fftw_pack.c with the program, and link with -lfftw3.
 */
#ifndef FFTW_PACK_H
#define FFTW_PACK_H

#include <enzyme_rs/enzyme.h>
#include <fftw3.h>
#include <stdlib.h>

/* The plans of one length. Numbers lie as in FFTW: n real ones, n / 2 + 1 or n complex ones as pairs. */
typedef struct {
  int n;
  fftw_plan r2c, c2r, forward, backward;
} transforms;

transforms *transforms_create(int n);
void transforms_destroy(transforms *t);

/* Not normalised, as in FFTW. `in` stays as it is. Their bodies are in fftw_pack.c, for what they call is not visible: so a call
 * counts as one that may use all of its arrays. */
void fft_r2c(const transforms *t, const double *in, double *out);
void fft_c2r(const transforms *t, const double *in, double *out);
void fft_forward(const transforms *t, const double *in, double *out);
void fft_backward(const transforms *t, const double *in, double *out);

#define FFTW_PACK_FUNCTION __attribute__((noinline, unused)) static void

/* Adds a transform's result to an adjoint, and ends the adjoint of what the primal overwrote. */
static inline void fftw_pack_add(double *sum, double *made, int length, double *spent, int spent_length) {
  for (int i = 0; i < length; i++)
    sum[i] += made[i];
  for (int i = 0; i < spent_length; i++)
    spent[i] = 0;
  free(made);
}

/* The adjoint of r2c: of the redundant half of the spectrum nobody asked, so that the inner numbers count half. */
FFTW_PACK_FUNCTION fft_r2c_adjoint(const transforms *t, const transforms *dt, const double *in, double *din,
                                   const double *out, double *dout, const transforms *tape) {
  int n = tape->n, pairs = n / 2 + 1;
  double *half = malloc(sizeof(double) * 2 * pairs), *made = malloc(sizeof(double) * n);
  (void)t, (void)dt, (void)in, (void)out;
  for (int k = 0; k < 2 * pairs; k++)
    half[k] = dout[k] * (k / 2 == 0 || 2 * (k / 2) == n ? 1 : 0.5);
  fft_c2r(tape, half, made);
  free(half);
  fftw_pack_add(din, made, n, dout, 2 * pairs);
}

/* The adjoint of c2r: the inner numbers stand for two each. */
FFTW_PACK_FUNCTION fft_c2r_adjoint(const transforms *t, const transforms *dt, const double *in, double *din,
                                   const double *out, double *dout, const transforms *tape) {
  int n = tape->n, pairs = n / 2 + 1;
  double *made = malloc(sizeof(double) * 2 * pairs);
  (void)t, (void)dt, (void)in, (void)out;
  fft_r2c(tape, dout, made);
  for (int k = 0; k < 2 * pairs; k++)
    made[k] *= k / 2 == 0 || 2 * (k / 2) == n ? 1 : 2;
  fftw_pack_add(din, made, 2 * pairs, dout, n);
}

FFTW_PACK_FUNCTION fft_forward_adjoint(const transforms *t, const transforms *dt, const double *in, double *din,
                                       const double *out, double *dout, const transforms *tape) {
  double *made = malloc(sizeof(double) * 2 * tape->n);
  (void)t, (void)dt, (void)in, (void)out;
  fft_backward(tape, dout, made);
  fftw_pack_add(din, made, 2 * tape->n, dout, 2 * tape->n);
}

FFTW_PACK_FUNCTION fft_backward_adjoint(const transforms *t, const transforms *dt, const double *in, double *din,
                                        const double *out, double *dout, const transforms *tape) {
  double *made = malloc(sizeof(double) * 2 * tape->n);
  (void)t, (void)dt, (void)in, (void)out;
  fft_forward(tape, dout, made);
  fftw_pack_add(din, made, 2 * tape->n, dout, 2 * tape->n);
}

/* The first half of reverse mode, forward mode, and the registrations. The tape is where the plans are, for nobody but the program
 * knows that no call overwrites those. */
#define FFTW_PACK_RULES(f)                                                                         \
  __attribute__((noinline, unused)) static const transforms *f##_augmented(                        \
      const transforms *t, const transforms *dt, const double *in, double *din, double *out,       \
      double *dout) {                                                                              \
    (void)dt, (void)din, (void)dout;                                                               \
    f(t, in, out);                                                                                 \
    return t;                                                                                      \
  }                                                                                                \
  FFTW_PACK_FUNCTION f##_tangent(const transforms *t, const transforms *dt, const double *in,      \
                                 const double *din, double *out, double *dout) {                   \
    (void)dt;                                                                                      \
    f(t, in, out);                                                                                 \
    f(t, din, dout);                                                                               \
  }                                                                                                \
  __attribute__((used)) static void *__enzyme_register_gradient_##f[] = {                          \
      (void *)f, (void *)f##_augmented, (void *)f##_adjoint};                                      \
  __attribute__((used)) static void *__enzyme_register_derivative_##f[] = {(void *)f,              \
                                                                           (void *)f##_tangent}

FFTW_PACK_RULES(fft_r2c);
FFTW_PACK_RULES(fft_c2r);
FFTW_PACK_RULES(fft_forward);
FFTW_PACK_RULES(fft_backward);

#endif
