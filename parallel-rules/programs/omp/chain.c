// Many tasks, each of which depends on the one before: none holds the next one for longer than it takes to reverse it.
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <stdio.h>

enum { TASKS = 400000 };

static void chain(const double *x, double *y) {
  double s = x[0];
#pragma omp parallel num_threads(2)
#pragma omp single
  for (int i = 0; i < TASKS; i++) {
#pragma omp task depend(inout : s) shared(s)
    s = s * 0.999999 + 1e-6 * x[1];
  }
  *y = s;
}

int main(void) {
  double x[2] = {1.5, 2}, dx[2] = {0}, y, dy = 1;
  __enzyme_autodiff_void((void *)chain, enzyme_dup, x, dx, enzyme_dup, &y, &dy);
  double kept = pow(0.999999, TASKS);
  int right = fabs(dx[0] - kept) < 1e-9 && fabs(dx[1] - (1 - kept)) < 1e-9;
  printf("%s a chain of tasks: %.12g, %.12g\n", right ? "PASS" : "FAIL", dx[0], dx[1]);
  return !right;
}
