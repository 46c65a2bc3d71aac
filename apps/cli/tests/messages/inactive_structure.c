// RUN: enzyme-cc -O2 -c inactive_structure.c
#include <enzyme_rs/enzyme.h>
struct model { double *state, *work; int n; };
static double energy(const double *x, struct model *m) {
  double sum = 0;
  for (int i = 0; i < m->n; i++) m->work[i] = x[i] * x[i];
  for (int i = 0; i < m->n; i++) sum += m->work[i];
  return sum;
}
void derivative(double *x, double *dx, struct model *m) {
  __enzyme_autodiff_void((void *)energy, enzyme_dup, x, dx, enzyme_const, m);
}
