// A condition that is the same in all iterations: compilers make two loops of one.
#include <enzyme_rs/enzyme.h>
#include <math.h>

static double total(double *x, double *y, int n, int flag) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    double t = sin(x[i]) * y[i];
    if (flag > 3)
      sum += t * t;
    else
      sum += exp(t);
    x[i] = t;
  }
  return sum;
}

int main(int argc, char **argv) {
  double x[9] = {1}, y[9] = {2}, dx[9] = {0}, dy[9] = {0};
  (void)argv;
  __enzyme_autodiff_void((void *)total, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, 9, enzyme_const, argc);
  return dx[0] > 0;
}
