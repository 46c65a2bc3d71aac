// Two workers read one number, of which the program promises that one does.
#include <enzyme_rs/enzyme.h>
#include <enzyme_rs/parallel.h>

static void f(const double *x, double *y, const int *at, int n) {
#pragma omp parallel for num_threads(2) schedule(static)
  for (int i = 0; i < n; i++) y[i] = ((const double *)enzyme_rs_exclusive(x))[at[i]] * (1 + i);
}

int main(void) {
  double x[4] = {1, 2, 3, 4}, dx[4] = {0}, y[4], dy[4] = {1, 1, 1, 1};
  int at[4] = {0, 1, 1, 2};
  __enzyme_autodiff_void((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, at, enzyme_const, 4);
  return 0;
}
