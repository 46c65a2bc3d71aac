/* Arithmetic of lower precision: against the same functions written in that precision. */
/* Flags: -ffp-contract=off */
#include "check.h"

typedef double function(double, const double *, int);
HOOK function *__enzyme_truncate_op_func(void *, ...);
HOOK double (*__enzyme_truncate_op_func_two(void *, ...))(double, double);

/* One body for all precisions. */
#define BODY(real, sine, root)                                                                     \
  real s = (real)0;                                                                                \
  for (int i = 0; i < n; i++) {                                                                    \
    real a = (real)x[i] * (real)y + (real)0.1 / (real)(i + 1);                                     \
    s += (a > (real)0.3 ? sine(a) : root(a * a + (real)1)) - s / (real)7;                          \
  }

static double wide(double y, const double *x, int n) {
  BODY(double, sin, sqrt)
  return s;
}
static double narrow(double y, const double *x, int n) {
  BODY(float, sinf, sqrtf)
  return s;
}

/* Callees are of the smaller format, too, and memory is not. */
static double product(double a, double b) { return a * b; }
static double sum_of(double a, double b) {
  double kept[2] = {a, b};
  return product(kept[0], 3.0) + product(kept[1], kept[1]);
}
static double recursive(double a, double b) { return b < 1 ? a : a * b + recursive(a / 3, b - 1); }
static float recursive_narrow(float a, float b) { return b < 1 ? a : a * b + recursive_narrow(a / 3, b - 1); }

/* As x86 and ARM round to halves: by the compiler's conversion. */
static double half(double x) { return (double)(_Float16)x; }

static void exactly(const char *what, double got, double want) {
  failures += got != want;
  printf("%s %s: got %.17g, want %.17g\n", got == want ? "PASS" : "FAIL", what, got, want);
}

int main(void) {
  double x[5] = {0.1, 0.7, -1.3, 2.9, 1.0 / 3};
  function *single = __enzyme_truncate_op_func((void *)wide, 64, 32);
  function *parts = __enzyme_truncate_op_func((void *)wide, 64, 8, 23);
  exactly("float", single(0.77, x, 5), narrow(0.77, x, 5));
  exactly("by parts", parts(0.77, x, 5), narrow(0.77, x, 5));
  failures += single(0.77, x, 5) == wide(0.77, x, 5);
  double a = 0.1, b = 1.7;
  exactly("callees", __enzyme_truncate_op_func_two((void *)sum_of, 64, 32)(a, b), (float)a * 3.0f + (float)b * (float)b);
  exactly("recursion", __enzyme_truncate_op_func_two((void *)recursive, 64, 32)(a, 5.3), recursive_narrow(a, 5.3));
  exactly("half", __enzyme_truncate_op_func_two((void *)product, 64, 16)(a, b), half(half(a) * half(b)));
  double t = __enzyme_fwddiff((void *)single, enzyme_dup, 0.77, 1.0, enzyme_const, x, enzyme_const, 5);
  near_to("tangent", t, __enzyme_fwddiff((void *)wide, enzyme_dup, 0.77, 1.0, enzyme_const, x, enzyme_const, 5), 1e-5);
  double dx[5] = {0};
  double d = __enzyme_autodiff((void *)single, enzyme_out, 0.77, enzyme_dup, x, dx, enzyme_const, 5);
  near_to("adjoint", d, t, 1e-6);
  return failures;
}
