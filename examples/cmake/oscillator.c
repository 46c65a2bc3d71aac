// How far a damped spring is from its rest after some time, and how that depends on its stiffness and its damping.
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <stdio.h>

enum { STEPS = 1000 };

static double distance(const double *spring) {
  double x = 1, v = 0, dt = 5.0 / STEPS;
  for (int k = 0; k < STEPS; k++) {
    v += dt * (-spring[0] * x - spring[1] * v);
    x += dt * v;
  }
  return x;
}

int main(void) {
  double spring[2] = {4, 0.5}, slope[2] = {0, 0}, h = 1e-6;
  __enzyme_autodiff_void((void *)distance, enzyme_dup, spring, slope);
  printf("distance %.6f, by stiffness %.6f, by damping %.6f\n", distance(spring), slope[0], slope[1]);
  for (int k = 0; k < 2; k++) {
    double up[2] = {spring[0], spring[1]}, down[2] = {spring[0], spring[1]};
    up[k] += h, down[k] -= h;
    double difference = (distance(up) - distance(down)) / (2 * h);
    if (!(fabs(slope[k] - difference) < 1e-8)) return printf("wrong: a difference is %.6f\n", difference), 1;
  }
  return 0;
}
