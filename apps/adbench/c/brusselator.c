// brusselator.c: the 2-D Brusselator reaction-diffusion system on a periodic n x n grid, advanced
// by the classical Runge-Kutta method, with a misfit of the final state as the objective. Owns the
// model only; written as a user would. Included by brusselator_main.c.
#include <stdlib.h>
#include <string.h>

// Parameters: feed A, conversion B, diffusion coefficient.
enum { BRUSSELATOR_A, BRUSSELATOR_B, BRUSSELATOR_DIFFUSION, BRUSSELATOR_PARAMS };

// Five-point Laplacian times h^2 at (row, column), neighbours across the periodic border.
static double brusselator_laplacian(int n, const double *restrict w, int up, int row, int down,
                                    int left, int column, int right) {
  return w[up * n + column] + w[down * n + column] + w[row * n + left] + w[row * n + right] -
         4.0 * w[row * n + column];
}

// Time derivative of the state; state and rate hold the u field, then the v field.
static void brusselator_rate(int n, const double *restrict params, const double *restrict state,
                             double *restrict rate) {
  const double *u = state, *v = state + n * n;
  double a = params[BRUSSELATOR_A], b = params[BRUSSELATOR_B];
  double diffusion = params[BRUSSELATOR_DIFFUSION] * n * n;
  for (int row = 0; row < n; row++) {
    int up = row == 0 ? n - 1 : row - 1, down = row == n - 1 ? 0 : row + 1;
    for (int column = 0; column < n; column++) {
      int left = column == 0 ? n - 1 : column - 1, right = column == n - 1 ? 0 : column + 1;
      int i = row * n + column;
      double reaction = u[i] * u[i] * v[i];
      rate[i] = a + reaction - (b + 1.0) * u[i] +
                diffusion * brusselator_laplacian(n, u, up, row, down, left, column, right);
      rate[n * n + i] = b * u[i] - reaction +
                        diffusion * brusselator_laplacian(n, v, up, row, down, left, column, right);
    }
  }
}

// out = state + factor * rate
static void brusselator_shift(int size, const double *restrict state, double factor,
                              const double *restrict rate, double *restrict out) {
  for (int i = 0; i < size; i++)
    out[i] = state[i] + factor * rate[i];
}

// One step of the classical Runge-Kutta method, in place. stage: one field pair; k: four of them.
static void brusselator_step(int n, double dt, const double *restrict params,
                             double *restrict state, double *restrict stage, double *restrict k) {
  int size = 2 * n * n;
  brusselator_rate(n, params, state, k);
  brusselator_shift(size, state, 0.5 * dt, k, stage);
  brusselator_rate(n, params, stage, k + size);
  brusselator_shift(size, state, 0.5 * dt, k + size, stage);
  brusselator_rate(n, params, stage, k + 2 * size);
  brusselator_shift(size, state, dt, k + 2 * size, stage);
  brusselator_rate(n, params, stage, k + 3 * size);
  for (int i = 0; i < size; i++)
    state[i] += dt / 6.0 * (k[i] + 2.0 * k[size + i] + 2.0 * k[2 * size + i] + k[3 * size + i]);
}

// Half the sum of squares of the difference between the state after the given number of steps and
// the target. initial, target: u field then v field.
double brusselator_objective(int n, int steps, double dt, const double *restrict params,
                             const double *restrict initial, const double *restrict target) {
  int size = 2 * n * n;
  double *state = malloc(sizeof(double) * size);
  double *stage = malloc(sizeof(double) * size);
  double *k = malloc(sizeof(double) * 4 * size);
  memcpy(state, initial, sizeof(double) * size);
  for (int step = 0; step < steps; step++)
    brusselator_step(n, dt, params, state, stage, k);
  double sum = 0.0;
  for (int i = 0; i < size; i++) {
    double misfit = state[i] - target[i];
    sum += misfit * misfit;
  }
  free(k);
  free(stage);
  free(state);
  return 0.5 * sum;
}
