/* Split derivatives: the program keeps a tape for each of its time steps, and reverses them when it wants to.
 *
 *     enzyme-cc -O2 own_tape.c -o own_tape -lm && ./own_tape
 */
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <stdio.h>

enum { N = 6, STEPS = 40 };
static const double dt = 0.05;

/* One step of a chain of pendulums that pull at each other: u holds angles, then speeds; in place. */
void step(double *u, int n) {
  for (int i = 0; i < n; i++) {
    double left = i > 0 ? u[i - 1] : 0, right = i + 1 < n ? u[i + 1] : 0;
    u[n + i] += dt * (0.5 * (left - 2 * u[i] + right) - sin(u[i]));
  }
  for (int i = 0; i < n; i++)
    u[i] += dt * u[n + i];
}

/* The energy of motion at the end. */
double motion(const double *u, int n) {
  double e = 0;
  for (int i = 0; i < n; i++)
    e += 0.5 * u[n + i] * u[n + i];
  return e;
}

/* The same as one function: all steps and the objective. */
double whole(double *u, int n) {
  for (int k = 0; k < STEPS; k++)
    step(u, n);
  return motion(u, n);
}

static void start(double *u) {
  for (int i = 0; i < 2 * N; i++)
    u[i] = i < N ? sin(1.0 + i) : 0;
}

int main(void) {
  double u[2 * N], du[2 * N] = {0}, v[2 * N], dv[2 * N] = {0};
  void *tapes[STEPS];
  start(u);
  for (int k = 0; k < STEPS; k++)
    tapes[k] = __enzyme_augmentfwd_tape((void *)step, enzyme_dup, u, du, enzyme_const, N);

  /* u is what it is after the last step; du becomes the derivative with respect to each step's start, last step first. */
  __enzyme_autodiff_void((void *)motion, enzyme_dup, u, du, enzyme_const, N);
  for (int k = STEPS - 1; k >= 0; k--)
    __enzyme_reverse_void((void *)step, enzyme_dup, u, du, enzyme_const, N, tapes[k]);

  start(v);
  __enzyme_autodiff_void((void *)whole, enzyme_dup, v, dv, enzyme_const, N);
  for (int i = 0; i < N; i++)
    printf("d motion / d angle %d: %.12f (in one call: %.12f)\n", i, du[i], dv[i]);
  return 0;
}
