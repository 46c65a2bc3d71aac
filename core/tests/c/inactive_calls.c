/* Calls without derivative, types that the program says, loop bounds of the derivative. */
#include "check.h"
#include <stdarg.h>

HOOK double __enzyme_call_inactive(void *, ...);
HOOK void __enzyme_call_inactive_v(void *, ...);
HOOK void __enzyme_double(void *, ...);
HOOK void __enzyme_pointer(void *, ...);
HOOK void __enzyme_integer(void *, ...);
HOOK long __enzyme_iter(long, long);

static double scale(double x, int n) { return n * x * x; }
static int calls;
static void note(const double *x) { calls += x[0] > 0; }

/* x * (2 x^2), the second factor constant; and the library's own function. */
static double frozen(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * __enzyme_call_inactive((void *)scale, x[i], 2) + x[i] * __enzyme_call_inactive((void *)exp2, x[i]);
  __enzyme_call_inactive_v((void *)note, x);
  return s;
}

static void inactive(void) {
  double x[3] = {1, 2, 3}, dx[3] = {0}, vx[3] = {0, 1, 0};
  double t = __enzyme_fwddiff((void *)frozen, enzyme_dup, x, vx, enzyme_const, 3);
  same("tangent", t, 8 + 4);
  __enzyme_autodiff_v((void *)frozen, enzyme_dup, x, dx, enzyme_const, 3);
  for (int i = 0; i < 3; i++)
    same("adjoint", dx[i], 2 * x[i] * x[i] + exp2(x[i]));
  same("primal", frozen(x, 1), 2 + 2);
  same("runs each time", calls, 3);
}

/* Functions of the program that print what they are given, in any number. */
static __attribute__((noinline)) void warn(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vfprintf(stderr, format, list);
  va_end(list);
}

static __attribute__((noinline)) void warn_long(const char *format, ...) {
  char text[200], *copy = malloc(sizeof text);
  va_list list;
  va_start(list, format);
  vsnprintf(copy, sizeof text, format, list);
  va_end(list);
  snprintf(text, sizeof text, "warning: %s", copy);
  fputs(text, stderr);
  free(copy);
}

static double printed(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    if (x[i] > 2.5) warn("x[%d] = %g at %p\n", i, x[i], (void *)x);
    if (x[i] > 2.5) warn_long("%g\n", x[i]);
    s += x[i] * x[i];
  }
  return s;
}

static void prints(void) {
  double x[3] = {1, 2, 3}, dx[3] = {0}, vx[3] = {0, 1, 0};
  same("tangent", __enzyme_fwddiff((void *)printed, enzyme_dup, x, vx, enzyme_const, 3), 4);
  __enzyme_autodiff_v((void *)printed, enzyme_dup, x, dx, enzyme_const, 3);
  for (int i = 0; i < 3; i++)
    same("adjoint beside a print", dx[i], 2 * x[i]);
}

/* What lies in untyped memory that is only copied. */
static void move(void *to, void *from, int n) {
  __enzyme_double(to);
  __enzyme_double(from, 16);
  memcpy(to, from, (size_t)n * 8);
}

static double moving(double *x, int n) {
  double y[MOST];
  move(y, x, n);
  __enzyme_integer(&n, 4);
  double s = 0;
  for (int i = 0; i < n; i++) s += y[i] * y[i];
  return s;
}

static void only_moves(void *to, void *from) {
  __enzyme_double(from);

  memcpy(to, from, 8);
}

/* An array of which nobody knows how long it is. */
static void moves_all(void *to, void *from, long n) {
  __enzyme_double(from, n * 8);
  memcpy(to, from, (size_t)n * 8);
}

static void moves_many(void *to, void *from, long n) {
  __enzyme_double(from, (long)1 << 40);
  memcpy(to, from, (size_t)n * 8);
}

/* Newton's iteration for the square root from the root itself: the value is right at once, the derivative after one step. */
static double root(double *x, int n) {
  double r = 3;
  long steps = __enzyme_iter(0, 1);
  for (long k = 0; k < steps; k++) r = (r + x[0] / r) / 2;
  return r;
}

int main(void) {
  inactive();
  prints();
  double x[3] = {1, -2, 0.5};
  CHECK_GRADIENT(moving, x, 3);
  double from = 4, dfrom = 0, to = 0, dto = 1;
  __enzyme_autodiff_v((void *)only_moves, enzyme_dup, &to, &dto, enzyme_dup, &from, &dfrom);
  same("moved", dfrom, 1);
  double a[3] = {1, 2, 3}, da[3] = {0}, b[3] = {0}, db[3] = {1, 2, 3};
  __enzyme_autodiff_v((void *)moves_all, enzyme_dup, b, db, enzyme_dup, a, da, enzyme_const, (long)3);
  for (int i = 0; i < 3; i++) same("moved of an array", da[i], i + 1);
  for (int i = 0; i < 3; i++) db[i] = i + 1;
  __enzyme_autodiff_v((void *)moves_many, enzyme_dup, b, db, enzyme_dup, a, da, enzyme_const, (long)3);
  for (int i = 0; i < 3; i++) same("moved of a long array", da[i], 2 * (i + 1));
  same("moved away", dto, 0);
  double nine = 9, dnine = 0, one = 1;
  same("primal of a bound", root(&nine, 1), 3);
  __enzyme_autodiff_v((void *)root, enzyme_dup, &nine, &dnine, enzyme_const, 1);
  same("adjoint of a bound", dnine, 1.0 / 6);
  same("tangent of a bound", __enzyme_fwddiff((void *)root, enzyme_dup, &nine, &one, enzyme_const, 1), 1.0 / 6);
  return failures;
}
