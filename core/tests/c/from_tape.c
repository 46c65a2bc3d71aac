/* Tangents where a tape has been made; shadows behind all arguments. */
#include "check.h"

extern int enzyme_not_overwritten, enzyme_interleave, enzyme_primal_return;
struct taped { void *tape; double result; };
struct two { double value, tangent; };
HOOK struct taped __enzyme_augmentfwd(void *, ...);
HOOK double __enzyme_fwdsplit(void *, ...);
HOOK struct two __enzyme_fwdsplit_two(void *, ...);
HOOK void __enzyme_reverse(void *, ...);
HOOK void enzyme_rs_tape_free(void *);

static double waves(const double *x, int n, double s) {
  double sum = 0, part[MOST];
  for (int i = 0; i < n; i++) part[i] = sin(s * x[i]);
  for (int i = 1; i < n; i++) sum += part[i] * part[i - 1];
  return sum;
}

static void tangents(void) {
  double x[3] = {1, 2, 3}, v[3] = {1, 0.5, -1}, dx[3] = {0};
  struct taped run = __enzyme_augmentfwd((void *)waves, enzyme_not_overwritten, enzyme_dup, x, dx, enzyme_const, 3, enzyme_const, 0.5);
  double t = __enzyme_fwdsplit((void *)waves, enzyme_not_overwritten, enzyme_dup, x, v, enzyme_const, 3, enzyme_const, 0.5, run.tape);
  same("tangent", t, __enzyme_fwddiff((void *)waves, enzyme_dup, x, v, enzyme_const, 3, enzyme_const, 0.5));
  struct two both = __enzyme_fwdsplit_two((void *)waves, enzyme_primal_return, enzyme_not_overwritten, enzyme_dup, x, v,
                                          enzyme_const, 3, enzyme_const, 0.5, run.tape);
  same("result", both.value, run.result);
  __enzyme_reverse((void *)waves, enzyme_not_overwritten, enzyme_dup, x, dx, enzyme_const, 3, enzyme_const, 0.5, 1.0, run.tape);
  same("the tape is still there", dx[0] * v[0] + dx[1] * v[1] + dx[2] * v[2], t);
}

static double product(const double *x, double s, double *y) {
  *y = x[0] * x[1];
  return s * *y;
}

static void interleaved(void) {
  double x[2] = {2, 3}, dx[2] = {1, 10}, y, dy = 0;
  double t = __enzyme_fwddiff((void *)product, enzyme_interleave, enzyme_dup, x, enzyme_dup, 5.0, enzyme_dup, &y, dx, 0.5, &dy);
  same("tangent of interleaved", t, 5 * 23 + 0.5 * 6);
  same("its memory", dy, 23);
  double ax[2] = {0}, ay = 0;
  double s = __enzyme_autodiff((void *)product, enzyme_interleave, enzyme_dup, x, enzyme_out, 5.0, enzyme_dupnoneed, &y, ax, &ay);
  same("adjoint of interleaved", ax[1], 10);
  same("adjoint of a number", s, 6);
}

int main(void) {
  tangents();
  interleaved();
  return failures;
}
