// A time loop that overwrites its state, with a function that stays a call.
#include <enzyme_rs/enzyme.h>
#include <math.h>

enum { CELLS = 64, STEPS = 100 };

__attribute__((noinline)) static double energy(const double *u) {
  double sum = 0;
  for (int i = 0; i < CELLS; i++)
    sum += u[i] * u[i];
  return sum;
}

static double march(double *u, double dt) {
  for (int t = 0; t < STEPS; t++)
    for (int i = 0; i < CELLS; i++)
      u[i] = u[i] + dt * sin(u[i]); // line 17
  return energy(u);
}

double total(double *u, double dt) { return march(u, dt); }

double gradient(double *u, double *du, double dt) {
  return __enzyme_autodiff_double((void *)total, enzyme_dup, u, du, enzyme_out, dt);
}
