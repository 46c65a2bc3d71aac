// RUN: enzyme-cc -O2 -flto linked.c -o linked
#include <enzyme_rs/enzyme.h>

void smooth(double *field, int n);

static void energy(double *field, double *result) {
  smooth(field, 8);
  *result = field[0] * field[0];
}

int main(void) {
  double field[8] = {1}, adjoint[8] = {0}, result, seed = 1;
  __enzyme_autodiff_void((void *)energy, enzyme_dup, field, adjoint, enzyme_dup, &result, &seed);
  return adjoint[0] == 2;
}
