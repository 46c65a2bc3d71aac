/* What the programs of this folder share: `f` is differentiated in both modes and compared with central
 * differences. Each begins with a comment that says which refusals are right, too: a program may be refused at
 * some levels, but it is never wrong.
 */
#include "../check.h"

#ifdef __cplusplus
extern "C"
#endif
double f(double *x, int n);

#ifndef TOLERANCE
#define TOLERANCE 1e-7
#endif

enum { INPUTS = 8 };

static double tangent(const double *x, int i) {
  double copy[INPUTS], direction[INPUTS] = {0};
  memcpy(copy, x, sizeof copy);
  direction[i] = 1;
  return __enzyme_fwddiff((void *)f, enzyme_dup, copy, direction, enzyme_const, (int)INPUTS);
}

int main(void) {
  double x[INPUTS], copy[INPUTS], gradient[INPUTS] = {0};
  for (int i = 0; i < INPUTS; i++)
    x[i] = 0.7 + 0.31 * sin(3.0 * i + 1) + 0.05 * i;
  memcpy(copy, x, sizeof x);
  __enzyme_autodiff((void *)f, enzyme_dup, copy, gradient, enzyme_const, (int)INPUTS);
  for (int i = 0; i < INPUTS; i++) {
    double want = difference(f, x, INPUTS, i, gradient[i]);
    near_to("reverse", gradient[i], want, TOLERANCE);
    near_to("forward", tangent(x, i), want, TOLERANCE);
  }
  return failures != 0;
}
