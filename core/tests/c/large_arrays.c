/* Arrays on the stack of which a derivative needs two or more, one of them the shadow: they would not fit into the usual
 * eight megabytes beside each other. */
#include "check.h"

enum { LONG = 300000, SIDE = 500, DEEP = 150000 };

static double smoothed(double *x, int n) {
  double a[LONG];
  for (int i = 0; i < LONG; i++)
    a[i] = x[i % n] * (i % 7) * 1e-3;
  for (int i = 1; i < LONG; i++)
    a[i] += 0.5 * a[i - 1];
  double s = 0;
  for (int i = 0; i < LONG; i += 100)
    s += sin(a[i]);
  return 1e-3 * s;
}

/* In a function that stays a call, is left early, and is called again. */
__attribute__((noinline)) static double settled(const double *x, int n, double limit) {
  double grid[SIDE][SIDE], next[SIDE][SIDE];
  for (int i = 0; i < SIDE; i++)
    for (int j = 0; j < SIDE; j++)
      grid[i][j] = x[(i + j) % n];
  for (int step = 0; step < 3; step++) {
    if (grid[2][2] > limit)
      return grid[2][2] * x[0];
    for (int i = 0; i < SIDE; i++)
      for (int j = 0; j < SIDE; j++) {
        int up = i ? i - 1 : SIDE - 1, left = j ? j - 1 : SIDE - 1;
        next[i][j] = 0.6 * grid[i][j] + 0.3 * grid[up][j] + 0.1 * grid[i][left] * x[0];
      }
    memcpy(grid, next, sizeof grid);
  }
  return grid[2][2] * grid[SIDE - 1][7];
}

static double grids(double *x, int n) {
  double s = 0;
  for (int k = 0; k < 3; k++)
    s += settled(x, n, k == 1 ? 0.1 : 1e6) * (k + 1);
  return s;
}

/* One in each of several frames. */
__attribute__((noinline)) static double deep(const double *x, int n, int level) {
  double a[DEEP];
  for (int i = 0; i < DEEP; i++)
    a[i] = x[(i + level) % n] / (1 + i);
  double below = level ? deep(x, n, level - 1) : x[0];
  return a[level] * below + a[level + 1] * a[level + 2];
}

static double frames(double *x, int n) { return deep(x, n, 3); }

int main(void) {
  double x[] = {0.7, 1.1, 0.4, 0.9, 1.3};
  CHECK_GRADIENT(smoothed, x, 5);
  CHECK_GRADIENT(grids, x, 5);
  CHECK_GRADIENT(frames, x, 5);
  return failures;
}
