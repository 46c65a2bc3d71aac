// RUN: enzyme-cc -O0 -c steps_bound.c
#include <enzyme_rs/enzyme.h>
#include <enzyme_rs/parallel.h>
struct run { int steps; double pace; };
static double energy(double *u, const struct run *r) {
  for (int t = 0; t < r->steps; t++) {
    enzyme_rs_checkpoint(3, u, 2 * sizeof *u);
    u[0] += r->pace * u[1];
    u[1] -= r->pace * u[0];
  }
  return u[0] * u[0];
}
void derivative(double *u, double *du, const struct run *r) {
  __enzyme_autodiff_void((void *)energy, enzyme_dup, u, du, enzyme_const, r);
}
