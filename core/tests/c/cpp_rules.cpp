/* Rules of functions that are called where something has to be destroyed if they throw: the compiler finds that they do not, and what it keeps from knowing
 * of them until they are differentiated must not leave ways of exceptions behind. */
#include "check.h"
#include <cmath>
#include <vector>

static int gradient_calls;

/* Optimised before the plugin sees it, a program must hide what the function does not use. */
#ifdef AS_BITCODE
#define KEPT __attribute__((weak, noinline))
#else
#define KEPT __attribute__((noinline)) static
#endif

KEPT double stairs(double x, long times) { return std::floor(x); }
static double stairs_augmented(double x, long times) { return std::floor(x); }
static double stairs_gradient(double x, long times, double seed) {
  gradient_calls++;
  return seed * (double)times;
}
void *__enzyme_register_gradient_stairs[] = {(void *)stairs, (void *)stairs_augmented, (void *)stairs_gradient};

static double climb(double *x, int n) {
  std::vector<double> steps;
  for (int i = 0; i < n; i++)
    steps.push_back(stairs(x[i] * x[i], n));
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += steps[i] * (i + 1);
  return sum;
}

int main() {
  double x[3] = {1.3, 2.2, -0.7}, dx[3] = {0};
  __enzyme_autodiff_v((void *)climb, enzyme_dup, x, dx, enzyme_const, 3);
  for (int i = 0; i < 3; i++)
    same("straight through", dx[i], 3 * 2 * x[i] * (i + 1));
  same("gradient calls", gradient_calls, 3);
  return failures;
}
