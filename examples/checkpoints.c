/* A long simulation in little memory: a reverse pass keeps 20 states of 100000 steps, and runs steps again from these.
 *
 *     enzyme-cc -O2 checkpoints.c -o checkpoints -lm && ./checkpoints
 */
#include <enzyme_rs/enzyme.h>
#include <enzyme_rs/parallel.h>
#include <math.h>
#include <stdio.h>

enum { N = 50, STEPS = 100000, STATES = 20 };

/* Heat in a rod whose ends are kept cold: u in place, the conductivity of each piece is only read. */
struct rod {
  double *u;
  const double *conductivity;
};

static void step(long i, void *context) {
  struct rod *rod = context;
  double *u = rod->u, before = 0;
  for (int k = 0; k < N; k++) {
    double right = k + 1 < N ? u[k + 1] : 0, here = u[k];
    double in = rod->conductivity[k + 1] * (right - here), out = rod->conductivity[k] * (here - before);
    u[k] = here + 0.2 * (in - out) + (i == 0 && k == N / 2);
    before = here;
  }
}

/* How warm the rod is in the end. */
static double warmth(const double *conductivity) {
  double u[N] = {0}, sum = 0;
  struct rod rod = {u, conductivity};
  enzyme_rs_checkpointed(STEPS, STATES, step, &rod, u, sizeof u);
  for (int k = 0; k < N; k++)
    sum += u[k] * exp(STEPS / 1300.0);
  return sum;
}

int main(void) {
  double conductivity[N + 1], slope[N + 1] = {0};
  for (int k = 0; k <= N; k++)
    conductivity[k] = 1 + 0.1 * sin(k);
  __enzyme_autodiff_void((void *)warmth, enzyme_dup, conductivity, slope);
  for (int k = 0; k <= N; k += 10) {
    double h = 1e-5, at = conductivity[k];
    conductivity[k] = at + h;
    double up = warmth(conductivity);
    conductivity[k] = at - h;
    double down = warmth(conductivity);
    conductivity[k] = at;
    printf("d warmth / d conductivity %2d: %.6e (by differences: %.6e)\n", k, slope[k], (up - down) / (2 * h));
  }
  return 0;
}
