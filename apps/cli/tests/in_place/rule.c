// The rule of a cube, which is wrong in one mode.
#include <enzyme_rs/enzyme.h>
#include <stdio.h>

#ifndef REVERSE
#define REVERSE 3
#endif
#ifndef FORWARD
#define FORWARD 3
#endif

__attribute__((noinline)) double cube(double x) { return x * x * x; }

struct kept {
  double x, result;
};
struct kept cube_augmented(double x) { return (struct kept){x, cube(x)}; }
double cube_gradient(double x, double adjoint, double kept) { return REVERSE * kept * kept * adjoint + 0 * x; }
double cube_derivative(double x, double dx) { return FORWARD * x * x * dx; }
void *__enzyme_register_gradient_cube[] = {(void *)cube, (void *)cube_augmented, (void *)cube_gradient};
void *__enzyme_register_derivative_cube[] = {(void *)cube, (void *)cube_derivative};

static double energy(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += cube(x[i]);
  return sum;
}

int main(void) {
  double x[4] = {1, 2, 3, 4}, dx[4] = {0};
  __enzyme_autodiff_void((void *)energy, enzyme_dup, x, dx, enzyme_const, 4);
  printf("%.3f\n", dx[3]);
}
