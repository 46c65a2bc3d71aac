/* Heap: malloc, calloc, realloc, aligned_alloc; buffers swapped, returned by callees, in loops. */
#include "check.h"

static double buffers(double *x, int n) {
  double *a = (double *)malloc(n * sizeof *a), *b = (double *)calloc(n, sizeof *b);
  memcpy(a, x, n * sizeof *a);
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < n; i++)
      b[i] = a[i] * a[(i + 1) % n] + 0.1 * step * b[i];
    double *t = a;
    a = b;
    b = t;
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[i] - 0.5 * b[i] * b[i];
  free(a);
  free(b);
  return s;
}

static double growing(double *x, int n) {
  double *stack = NULL, s = 0;
  int held = 0, room = 0;
  for (int i = 0; i < n; i++) {
    if (held == room) {
      room = room ? 2 * room : 1;
      stack = (double *)realloc(stack, room * sizeof *stack);
    }
    stack[held++] = x[i] * x[i] + s;
    s += 0.3 * stack[held / 2];
  }
  for (int i = 0; i < held; i++)
    s += stack[i] * (i + 1);
  free(stack);
  return s;
}

static double *squares(const double *x, int n) {
  double *r = (double *)aligned_alloc(32, (n * sizeof *r + 31) / 32 * 32);
  for (int i = 0; i < n; i++)
    r[i] = x[i] * x[i];
  return r;
}

static double aligned(double *x, int n) {
  double *r = squares(x, n), *q = squares(r, n), s = 0;
  for (int i = 0; i < n; i++)
    s += r[i] * q[n - 1 - i];
  free(q);
  free(r);
  return s;
}

static double each_round(double *x, int n) {
  double s = 1;
  for (int round = 1; round < 4; round++) {
    double *t = (double *)malloc(n * round * sizeof *t);
    for (int i = 0; i < n * round; i++)
      t[i] = x[i % n] * s;
    for (int i = 1; i < n * round; i++)
      t[i] += 0.1 * t[i - 1] * t[i];
    s = sin(t[n * round - 1]) + t[0];
    free(t);
  }
  return s;
}

static double rows(double *x, int n) {
  double **m = (double **)malloc(n * sizeof *m);
  for (int i = 0; i < n; i++) {
    m[i] = (double *)malloc((i + 1) * sizeof **m);
    for (int j = 0; j <= i; j++)
      m[i][j] = x[i] * x[j];
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j <= i; j++)
      s += m[i][j] * m[i][0];
  for (int i = 0; i < n; i++)
    free(m[i]);
  free(m);
  return s;
}

static double variable_length(double *x, int n) {
  double s = 0;
  for (int k = 1; k <= n; k++) {
    double local[k];
    for (int i = 0; i < k; i++)
      local[i] = x[i] * x[k - 1];
    for (int i = 0; i < k; i++)
      s += local[i] * local[k - 1 - i];
  }
  return s;
}

/* One of two places of memory that one end frees on two ways: what tells the place is much to compute again. */
static double early_end(double *x, int n) {
  double *t = (double *)malloc(2 * sizeof *t), s;
  for (int i = 0; i < 2; i++)
    t[i] = (0.5 + x[i] * x[i]) / (1.5 + 0.5 * x[i]) - 0.25 * (x[i] + 3) * (x[i] - 2);
  if (x[2] > 1.25) {
    free(t);
    return x[3];
  }
  int place = t[0] > t[1] ? 0 : 1;
  t[place] = t[0] * x[2];
  s = cos(x[n - 1]) + t[0] * t[1];
  free(t);
  return s;
}

int main(void) {
  double x[] = {0.7, -1.2, 0.4, 1.9, -0.33, 0.9, 1.3};
  CHECK_GRADIENT(buffers, x, 7);
  CHECK_GRADIENT(growing, x, 7);
  CHECK_GRADIENT(aligned, x, 7);
  CHECK_GRADIENT(each_round, x, 7);
  CHECK_GRADIENT(rows, x, 7);
  CHECK_GRADIENT(variable_length, x, 5);
  CHECK_GRADIENT(early_end, x, 5);
  return failures;
}
