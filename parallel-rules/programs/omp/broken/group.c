// A function that is not differentiated leaves a group of tasks that have derivatives.
#include <enzyme_rs/enzyme.h>
#include <stdlib.h>
#include <unistd.h>

__attribute__((noinline)) static void stop(void) {
#pragma omp task if (0)
  {
#pragma omp cancel taskgroup
  }
}
void *__enzyme_inactivefn_stop[] = {(void *)stop};

static void f(const double *x, double *y) {
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup
  {
    stop();
#pragma omp task
    y[0] = x[0] * x[0];
  }
}

int main(int count, char **arguments) {
  if (count == 1 && !getenv("OMP_CANCELLATION")) {
    setenv("OMP_CANCELLATION", "true", 1);
    execv("/proc/self/exe", arguments);
  }
  double x[1] = {2}, dx[1] = {0}, y[1] = {0}, dy[1] = {1};
  __enzyme_autodiff_void((void *)f, enzyme_dup, x, dx, enzyme_dup, y, dy);
  return 0;
}
