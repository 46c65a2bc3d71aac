/* Functions without active arguments that stay calls obtain, replace and release the workspaces of their callers. */
#include "never_wrong.h"
static double *work;
static int room;
static struct { double **rows; int count; } matrix;

__attribute__((noinline)) static void obtain(int n) { work = (double *)malloc(n * sizeof *work); }
__attribute__((noinline)) static void obtain_again(int n) {
  if (work)
    free(work);
  work = (double *)malloc(n * sizeof *work);
  room = n;
}
__attribute__((noinline)) static void release(void) {
  free(work);
  work = 0;
}
__attribute__((noinline)) static void make(int n) {
  matrix.rows = (double **)malloc(n * sizeof *matrix.rows);
  for (int i = 0; i < n; i++)
    matrix.rows[i] = (double *)calloc(n, sizeof **matrix.rows);
  matrix.count = n;
}
__attribute__((noinline)) static void drop(void) {
  for (int i = 0; i < matrix.count; i++)
    free(matrix.rows[i]);
  free(matrix.rows);
}

static double twice(const double *x, int n) {
  double s = 0, t = 0;
  obtain(n);
  for (int i = 0; i < n; i++)
    work[i] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    s += work[i] * work[n - 1 - i];
  obtain_again(n / 2);
  for (int i = 0; i < room; i++)
    work[i] = x[i] * s;
  for (int i = 0; i < room; i++)
    t += work[i] * x[n - 1 - i];
  release();
  return s + t;
}

static double outer(const double *x, int n) {
  double s = 0;
  make(n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      matrix.rows[i][j] = x[i] * x[j] * x[j];
  for (int i = 0; i < n; i++)
    s += matrix.rows[i][n - 1 - i] * matrix.rows[(i + 1) % n][i];
  drop();
  return s;
}

double f(double *x, int n) { return twice(x, n) + outer(x, n); }
