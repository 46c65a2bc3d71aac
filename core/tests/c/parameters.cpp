/* Hooks whose function is a parameter, and functions that are given functions: without inlining, too. */
#include "check.h"

template <typename R, typename... T> R __enzyme_autodiff(T...);
template <typename R, typename... T> R __enzyme_fwddiff(void *, T...);

static double square(double x) { return x * x; }
static double cube(double x) { return x * x * x; }
static double blend(double x, const double *a, int n) { return n * a[0] * x + a[1]; }

template <class F> auto slope(F f, double x) { return __enzyme_autodiff<double>((void *)f, x); }
static inline double tangent(double (*f)(double), double x) {
  return __enzyme_fwddiff<double>((void *)f, enzyme_dup, x, 1.0);
}
/* A parameter that is passed on, together with one that tells how often. */
static double twice(double (*f)(double), double x, int times) { return times * tangent(f, x); }
static double chosen(int which, double x) { return which ? twice(square, x, 1) : twice(cube, x, 1); }
template <class F, class... T> double forwarded(F &&f, T &&...args) {
  return __enzyme_autodiff<double>((void *)f, enzyme_out, args...);
}

/* Differentiated functions with callbacks. */
static double apply(double (*f)(double), double x) { return f(f(x)); }
static double fold(double (*f)(double), const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) s += f(x[i]);
  return s;
}
struct Table { double (*f)(double); };

int main() {
  same("template", slope(square, 3), 6);
  same("template, another", slope(cube, 3), 27);
  same("pointer", tangent(square, 3), 6);
  same("pointer, another", tangent(cube, 3), 27);
  same("passed on", twice(square, 3, 2), 12);
  same("passed on, another", chosen(0, 3), 27);
  double a[2] = {5, 7};
  int n = 3;
  same("references", forwarded(blend, 2.0, enzyme_const, a, n), 15);
  same("callback", __enzyme_autodiff<double>((void *)apply, enzyme_const, square, enzyme_out, 3.0), 108);
  double x[3] = {1, 2, 3}, dx[3] = {0};
  __enzyme_autodiff<void>((void *)fold, enzyme_const, cube, enzyme_dup, x, dx, enzyme_const, 3);
  same("callback in a loop", dx[2], 27);
  Table table{cube};
  same("through memory", __enzyme_fwddiff<double>((void *)table.f, enzyme_dup, 2.0, 1.0), 12);
  return failures;
}
