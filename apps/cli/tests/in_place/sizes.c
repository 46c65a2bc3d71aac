// Derivatives of 1e-15 beside numbers of 1e11; a result that is not a number before the call; ends of arrays that nobody has set.
#include <enzyme_rs/enzyme.h>
#include <math.h>

static double tip(const double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] / 2.1e11 / (1 + x[0] * x[0]);
  return sum;
}

static void scaled(const double *x, double *y, double k) {
  for (int i = 0; i < 4; i++)
    y[i] = x[i] * x[i] * k;
}

int main(void) {
  double large[9] = {2.1e11, 7e10, 1, 2, 3, 4, 5, 6, 7}, dlarge[9] = {0};
  __enzyme_autodiff_void((void *)tip, enzyme_dup, large, dlarge, enzyme_const, 9);
  double some[10] = {1e-9, 2, 3, 4, 5, 6, 7, 8, 9, NAN}, dsome[10] = {0};
  __enzyme_autodiff_void((void *)tip, enzyme_dup, some, dsome, enzyme_const, 8);
  double y[5] = {NAN, 1, 2, 3, 4}, dy[5] = {1, 1, 1, 1, 0}, x[4] = {1e-12, 1, 1e6, 2}, dx[4] = {0};
  __enzyme_autodiff_double((void *)scaled, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_out, 1e3);
}
