// What a worker of an inner region reads of its copy was written in an inner region before: OpenMP does not promise that it is still there.
#include "../check.h"

static double own;
#pragma omp threadprivate(own)

static void kept(const double *x, double *y, int n) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  {
#pragma omp parallel num_threads(2)
    own = x[omp_get_thread_num()];
#pragma omp parallel num_threads(2)
#pragma omp critical
    y[omp_get_thread_num()] += own * x[3];
  }
}
MODES(kept)

int main(void) {
  double x[SIZE], dx[SIZE] = {0}, y[SIZE] = {0}, dy[SIZE];
  for (int i = 0; i < SIZE; i++) x[i] = number(i), dy[i] = 1;
  kept_gradient(x, dx, y, dy);
  return 0;
}
