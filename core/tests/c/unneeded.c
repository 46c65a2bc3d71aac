/* The content of some memory is not needed after the call: tangents are right, whether or not the function itself reads
 * what it stored, by the same name or by another. Gradients are compared with them: w'(Jv) = (J'w)v.
 */
#include "check.h"
#include <errno.h>

enum { N = 6 };

static void waves(const double *restrict x, double *restrict out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = sin(x[i]) * x[(i + 1) % n];
}

static void running(const double *restrict x, double *restrict out, int n) {
  out[0] = x[0];
  for (int i = 1; i < n; i++)
    out[i] = out[i - 1] * sin(x[i]);
}

static void shared(const double *x, double *out, int n) {
  for (int i = 0; i + 1 < n; i++)
    out[i] = sin(x[i]);
}

static void last(double *x, double *out, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  x[0] = sum;
  *out = exp(sum);
}

__attribute__((noinline)) static void add(double *to, const double *from, int n) {
  for (int i = 0; i < n; i++)
    to[i] += from[i] * from[i];
}

static void by_callee(const double *restrict x, double *restrict out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = x[i] * x[0];
  add(out, x, n);
}

/* The number is not needed, but whether it is too large is; its tangent does without it. */
static void too_large(const double *restrict x, double *restrict out, double *restrict sum, int n) {
  *sum = 0;
  for (int i = 0; i < n; i++) {
    errno = 0;
    out[i] = cosh(1000 * x[i]);
    *sum += errno == 0 ? x[i] * x[i] : 3 * x[i];
  }
}

static void start(double *x, double *dx) {
  for (int i = 0; i < N; i++) {
    x[i] = 0.5 + 0.1 * i;
    dx[i] = 1 - 0.3 * i;
  }
}

static double dot(const double *a, const double *b) {
  double sum = 0;
  for (int i = 0; i < N; i++)
    sum += a[i] * b[i];
  return sum;
}

static void number(double *w, int from) {
  for (int i = 0; i < N; i++)
    w[i] = 0.7 - 0.2 * ((i + from) % N);
}

/* Of a function from `x` to `out`. */
#define REVERSED(f, dout)                                                                                              \
  {                                                                                                                    \
    double adjoints[N] = {0}, seeds[N], w[N], at[N], v[N];                                                             \
    number(w, 2), number(seeds, 2), start(at, v);                                                                      \
    __enzyme_autodiff_v((void *)f, enzyme_dup, at, adjoints, enzyme_dupnoneed, out, seeds, enzyme_const, n);           \
    same(#f " in reverse", dot(adjoints, v), dot(w, dout));                                                            \
  }

int main(void) {
  volatile int n = N;
  double x[N], dx[N], out[N], dout[N];
  start(x, dx);
  __enzyme_fwddiff_v((void *)waves, enzyme_dup, x, dx, enzyme_dupnoneed, out, dout, enzyme_const, n);
  for (int i = 0; i < N; i++) {
    int j = (i + 1) % N;
    same("written only", dout[i], cos(x[i]) * dx[i] * x[j] + sin(x[i]) * dx[j]);
  }
  REVERSED(waves, dout)

  __enzyme_fwddiff_v((void *)running, enzyme_dup, x, dx, enzyme_dupnoneed, out, dout, enzyme_const, n);
  double product = x[0], tangent = dx[0];
  for (int i = 1; i < N; i++) {
    tangent = tangent * sin(x[i]) + product * cos(x[i]) * dx[i];
    product *= sin(x[i]);
    same("read again", dout[i], tangent);
  }
  REVERSED(running, dout)

  /* One number further in the same array: each sine is the next argument. */
  double v[N], dv[N];
  start(v, dv);
  __enzyme_fwddiff_v((void *)shared, enzyme_dup, v, dv, enzyme_dupnoneed, v + 1, dv + 1, enzyme_const, n);
  double value = x[0];
  tangent = dx[0];
  for (int i = 1; i < N; i++) {
    tangent *= cos(value);
    value = sin(value);
    same("read by another name", dv[i], tangent);
  }
  double adjoint[N], w[N];
  number(w, 1), number(adjoint, 1), start(v, x);
  __enzyme_autodiff_v((void *)shared, enzyme_dup, v, adjoint, enzyme_dupnoneed, v + 1, adjoint + 1, enzyme_const, n);
  same("shared in reverse", dot(adjoint, x), dot(w, dv));
  start(x, dx);

  start(v, dv);
  double one = 0, done = 0, sum = 0, dsum = 0;
  for (int i = 0; i < N; i++) {
    sum += x[i] * x[i];
    dsum += 2 * x[i] * dx[i];
  }
  __enzyme_fwddiff_v((void *)last, enzyme_dup, v, dv, enzyme_dupnoneed, &one, &done, enzyme_const, n);
  same("the last store", done, exp(sum) * dsum);
  same("what is needed is stored", v[0], sum);
  same("and its tangent", dv[0], dsum);
  number(w, 3), number(adjoint, 3), start(v, x);
  double last_seed = 0.4;
  __enzyme_autodiff_v((void *)last, enzyme_dup, v, adjoint, enzyme_dupnoneed, &one, &last_seed, enzyme_const, n);
  same("last in reverse", dot(adjoint, x), dot(w, dv) + 0.4 * done);
  same("what is needed is stored there, too", v[0], sum);
  start(x, dx);

  __enzyme_fwddiff_v((void *)by_callee, enzyme_dup, x, dx, enzyme_dupnoneed, out, dout, enzyme_const, n);
  for (int i = 0; i < N; i++)
    same("read by a callee", dout[i], dx[i] * x[0] + x[i] * dx[0] + 2 * x[i] * dx[i]);
  REVERSED(by_callee, dout)

  double got = 0, want = 0;
  __enzyme_fwddiff_v((void *)too_large, enzyme_dup, x, dx, enzyme_dupnoneed, out, dout, enzyme_dup, &one, &got,
                     enzyme_const, n);
  for (int i = 0; i < N; i++)
    want += 1000 * x[i] < 709 ? 2 * x[i] * dx[i] : 3 * dx[i];
  /* Compilers may be told that it is not. */
  if (math_errhandling & MATH_ERRNO)
    same("errno is read", got, want);
  double to[N] = {0}, seeds[N] = {0}, seed = 1;
  __enzyme_autodiff_v((void *)too_large, enzyme_dup, x, to, enzyme_dupnoneed, out, seeds, enzyme_dup, &one, &seed,
                      enzyme_const, n);
  if (math_errhandling & MATH_ERRNO)
    same("errno is read in reverse", dot(to, dx), want);
  return failures;
}
