/* Markers: const, dup, dupnoneed, out, primal_return, noret; several results; defaults by type. */
#include "check.h"

struct two { double a, b; };
struct three { double value, a, b; };
HOOK struct two __enzyme_autodiff_two(void *, ...);
HOOK struct two __enzyme_fwddiff_two(void *, ...);
HOOK struct three __enzyme_autodiff_three(void *, ...);
HOOK float __enzyme_autodiff_float(void *, ...);

static double product(double x, double y) { return x * x * y; }
static float single(float x, int n) { return n * x * x; }

static double weigh(const double *w, double *out, double s) {
  *out = w[0] * s * s;
  return w[1] * s;
}

static void values(void) {
  struct two both = __enzyme_autodiff_two((void *)product, 3.0, 5.0);
  same("adjoint of x", both.a, 30);
  same("adjoint of y", both.b, 9);
  same("only x", __enzyme_autodiff((void *)product, enzyme_out, 3.0, enzyme_const, 5.0), 30);
  same("only y", __enzyme_autodiff((void *)product, enzyme_const, 3.0, enzyme_out, 5.0), 9);
  struct three all = __enzyme_autodiff_three((void *)product, enzyme_primal_return, 3.0, 5.0);
  same("primal", all.value, 45);
  same("primal, x", all.a, 30);
  same("primal, y", all.b, 9);
  same("tangent", __enzyme_fwddiff((void *)product, enzyme_dup, 3.0, 1.0, enzyme_dup, 5.0, 2.0), 48);
  struct two pair = __enzyme_fwddiff_two((void *)product, enzyme_primal_return, enzyme_dup, 3.0, 1.0,
                                         enzyme_const, 5.0);
  same("forward primal", pair.a, 45);
  same("forward tangent", pair.b, 30);
  same("float", __enzyme_autodiff_float((void *)single, 1.5f, 4), 12);
}

static void pointers(void) {
  double w[2] = {2, 3}, dw[2] = {0.5, 0.25}, out = 0, seed = 10;
  double ds = __enzyme_autodiff((void *)weigh, enzyme_dup, w, dw, enzyme_dup, &out, &seed, 4.0);
  same("out value", out, 32);
  same("adjoint of s", ds, 3 + 10 * 2 * 2 * 4);
  same("shadow adds up", dw[0], 0.5 + 10 * 16);
  same("shadow adds up too", dw[1], 0.25 + 4);
  same("seed is consumed", seed, 0);
  seed = 1;
  ds = __enzyme_autodiff((void *)weigh, enzyme_const, w, enzyme_dupnoneed, &out, &seed, 4.0);
  same("const array", ds, 3 + 16);
  ds = __enzyme_autodiff((void *)weigh, enzyme_dup, w, dw, enzyme_const, &out, 4.0);
  same("const output", ds, 3);
  seed = 1;
  ds = __enzyme_autodiff((void *)weigh, enzyme_noret, enzyme_const, w, enzyme_dup, &out, &seed, 4.0);
  same("no seed of the result", ds, 16);
}

int main(void) {
  values();
  pointers();
  return failures;
}
