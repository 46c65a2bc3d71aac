/* Calls through pointers whose targets are in another file: their derivatives lie behind the shadows of the pointers. */
#include "operations.h"

double one_call(struct operations *o, double *x, int n) {
  return o->value(o, x, n, x[0] * 2) * x[1];
}

/* Steps in place, values in between, and numbers that only the functions see. */
double many_calls(struct operations *o, double *x, int n) {
  double u[8], s = 0;
  for (int i = 0; i < n; i++)
    u[i] = x[i] * x[(i + 1) % n];
  for (int k = 0; k < 5; k++) {
    double before = u[k % n];
    o->step(o, u, n);
    s += o->value(o, u, n, before) * (k + 1) + before * u[0];
    u[1] *= 0.5;
  }
  return s + o->last * x[0];
}

/* Buffers that nothing here reads. */
double hidden(struct operations *o, double *x, int n) {
  double *t = malloc(n * sizeof *t), u[8];
  o->fill(o, x, t, n);
  o->step(o, t, n);
  o->fill(o, t, u, n);
  double s = o->value(o, u, n, 1.0);
  free(t);
  return s * s;
}

__attribute__((noinline)) static double part(struct operations *o, double *x, int n, double y) {
  x[1] += o->value(o, x, n, y);
  o->step(o, x, n);
  return y * x[1];
}

double by_callee(struct operations *o, double *x, int n) {
  double s = 0;
  for (int k = 0; k < 3; k++)
    s += part(o, x, n, x[k] + s);
  return s * x[0];
}

/* An integer comes back, which decides what runs. */
double counted(struct operations *o, double *x, int n) {
  double s = 1;
  for (int k = 0; k < o->count(o); k++) {
    if (k % 2)
      o->step(o, x, n);
    s *= x[k % n] + 2;
  }
  return s;
}

double scalars(struct operations *o, double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += o->scalar(x[i]) * o->scalar(3.0) * x[0];
  return s;
}

#define GRADIENT(f)                                                                                \
  void gradient_##f(struct operations *o, struct operations *d, double *x, double *dx, int n) {    \
    __enzyme_autodiff_v((void *)f, enzyme_dup, o, d, enzyme_dup, x, dx, enzyme_const, n);          \
  }
#define TANGENT(f)                                                                                 \
  double tangent_##f(struct operations *o, struct operations *d, double *x, double *dx, int n) {   \
    return __enzyme_fwddiff((void *)f, enzyme_dup, o, d, enzyme_dup, x, dx, enzyme_const, n);      \
  }
ALL(GRADIENT)
ALL(TANGENT)

/* The pointer itself is an argument, with its shadow. */
double by_pointer(double (*f)(double), double x) { return f(x) * f(x * x); }

double gradient_by_pointer(double (*f)(double), void *derivatives, double x) {
  return __enzyme_autodiff((void *)by_pointer, enzyme_dup, f, derivatives, enzyme_out, x);
}

double tangent_by_pointer(double (*f)(double), void *derivatives, double x) {
  return __enzyme_fwddiff((void *)by_pointer, enzyme_dup, f, derivatives, enzyme_dup, x, 1.0);
}
