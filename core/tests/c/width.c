/* Several directions at once: every number against the same derivative asked for direction by direction, and against closed forms. */
#include "check.h"

#include <stdlib.h>
#include <string.h>

extern int enzyme_width, enzyme_dupv, enzyme_dupnoneedv, enzyme_tape;

enum { W = 4, N = 5 };
struct four {
  double d[W];
};
struct eight {
  double d[8];
};
struct with_value {
  double value, d[W];
};
struct two_adjoints {
  double x[2], y[2];
};
struct four __enzyme_fwddiff_four(void *, ...);
struct eight __enzyme_fwddiff_eight(void *, ...);
struct with_value __enzyme_fwddiff_value(void *, ...);
struct two_adjoints __enzyme_autodiff_two(void *, ...);

/* --- Numbers. ---------------------------------------------------------------------------------- */

static double mix(double x, double y) { return sin(x) * y + x * x; }

static void test_numbers(void) {
  double x = 0.7, y = 1.3, fx = cos(x) * y + 2 * x, fy = sin(x);
  struct four t = __enzyme_fwddiff_four((void *)mix, enzyme_width, 4, x, 1.0, 0.0, 2.0, -1.0, y, 0.0, 1.0, 3.0, 0.5);
  same("direction 0", t.d[0], fx);
  same("direction 1", t.d[1], fy);
  same("direction 2", t.d[2], 2 * fx + 3 * fy);
  same("direction 3", t.d[3], -fx + 0.5 * fy);
  struct with_value v = __enzyme_fwddiff_value((void *)mix, enzyme_primal_return, enzyme_width, 4, enzyme_dup, x, 1.0, 2.0, 3.0, 4.0,
                                               enzyme_const, y);
  same("value", v.value, mix(x, y));
  for (int k = 0; k < W; ++k)
    same("beside the value", v.d[k], (k + 1) * fx);
  /* All directions have the seed 1. */
  struct two_adjoints g = __enzyme_autodiff_two((void *)mix, enzyme_width, 2, x, y);
  for (int k = 0; k < 2; ++k) {
    same("adjoint of x", g.x[k], fx);
    same("adjoint of y", g.y[k], fy);
  }
}

/* --- Everything that has a shadow: stack, heap, globals, structures, calls, loops. -------------- */

static double total;
struct node {
  double weight;
  struct node *next;
};

static double *table;
__attribute__((noinline)) static double *largest(double *x, int n) {
  double *best = n > 1 ? largest(x + 1, n - 1) : x;
  return *x > *best ? x : best;
}

__attribute__((noinline)) static double power(double x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }

static double newton(double a) {
  double r = a;
  while (r * r - a > 1e-15 * a)
    r = 0.5 * (r + a / r);
  return r;
}

static void everything(double *restrict x, double *restrict y, int n) {
  double *copy = malloc(n * sizeof *copy), local[N];
  struct node *list = NULL;
  memcpy(copy, x, n * sizeof *copy);
  total = 0;
  for (int i = 0; i < n; ++i) {
    struct node *node = malloc(sizeof *node);
    node->weight = copy[i] * newton(x[i]);
    node->next = list;
    list = node;
    total += x[i];
    local[i] = power(x[i], i);
  }
  for (struct node *node = list; node; node = node->next)
    total += node->weight;
  for (int i = 0; i < n; ++i) {
    y[i] = local[n - 1 - i] * total + (x[i] > 2 ? exp(-x[i]) : log(x[i]));
    x[i] = copy[i] * y[i];
  }
  table = largest(x, n);
  y[0] += *table * *table;
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
  free(copy);
}

static void inputs(double *x, double *y) {
  for (int i = 0; i < N; ++i) {
    x[i] = 1 + 0.5 * i;
    y[i] = 0;
  }
}

static double pattern(int direction, int i) { return sin(1.0 + 3 * direction + i); }

static void check_rows(const char *what, double got[][N], double want[][N], int width) {
  for (int k = 0; k < width; ++k)
    for (int i = 0; i < N; ++i)
      same(what, got[k][i], want[k][i]);
}

static void test_forward(void) {
  double x[N], y[N], dx[W][N], dy[W][N], vx[W][N], vy[W][N];
  for (int k = 0; k < W; ++k) {
    inputs(x, y);
    for (int i = 0; i < N; ++i) {
      dx[k][i] = vx[k][i] = pattern(k, i);
      dy[k][i] = vy[k][i] = 0;
    }
    __enzyme_fwddiff_v((void *)everything, enzyme_dup, x, dx[k], enzyme_dup, y, dy[k], N);
  }
  inputs(x, y);
  __enzyme_fwddiff_v((void *)everything, enzyme_width, 4, enzyme_dup, x, vx[0], vx[1], vx[2], vx[3], enzyme_dup, y, vy[0], vy[1], vy[2],
                     vy[3], enzyme_const, N);
  check_rows("forward x", vx, dx, W);
  check_rows("forward y", vy, dy, W);
  /* The same in one buffer, and another number of directions. */
  for (int k = 0; k < W; ++k)
    for (int i = 0; i < N; ++i) {
      vx[k][i] = pattern(k, i);
      vy[k][i] = 0;
    }
  inputs(x, y);
  __enzyme_fwddiff_v((void *)everything, enzyme_width, 3, enzyme_dupv, sizeof vx[0], x, vx, enzyme_dupnoneedv, sizeof vy[0], y, vy, N);
  check_rows("forward x of a buffer", vx, dx, 3);
  check_rows("forward y of a buffer", vy, dy, 3);
}

static void test_reverse(void) {
  double x[N], y[N], dx[W][N], dy[W][N], vx[W][N], vy[W][N];
  for (int k = 0; k < W; ++k) {
    inputs(x, y);
    for (int i = 0; i < N; ++i) {
      dx[k][i] = vx[k][i] = pattern(k, i);
      dy[k][i] = vy[k][i] = pattern(k, N + i);
    }
    __enzyme_autodiff_v((void *)everything, enzyme_dup, x, dx[k], enzyme_dup, y, dy[k], N);
  }
  inputs(x, y);
  __enzyme_autodiff_v((void *)everything, enzyme_width, 4, enzyme_dup, x, vx[0], vx[1], vx[2], vx[3], enzyme_dup, y, vy[0], vy[1], vy[2],
                      vy[3], enzyme_const, N);
  check_rows("reverse x", vx, dx, W);
  check_rows("reverse y", vy, dy, W);
  for (int k = 0; k < W; ++k)
    for (int i = 0; i < N; ++i) {
      vx[k][i] = pattern(k, i);
      vy[k][i] = pattern(k, N + i);
    }
  inputs(x, y);
  __enzyme_autodiff_v((void *)everything, enzyme_width, 4, enzyme_dupv, sizeof vx[0], x, vx, enzyme_dupv, sizeof vy[0], y, vy, N);
  check_rows("reverse x of a buffer", vx, dx, W);
  check_rows("reverse y of a buffer", vy, dy, W);
}

/* --- Halves. ------------------------------------------------------------------------------------ */

void *__enzyme_augmentfwd(void *, ...);
void __enzyme_reverse_void(void *, ...);

static void test_halves(void) {
  double x[N], y[N], dx[2][N], dy[2][N], vx[2][N], vy[2][N];
  for (int k = 0; k < 2; ++k) {
    inputs(x, y);
    for (int i = 0; i < N; ++i) {
      dx[k][i] = vx[k][i] = pattern(k, i);
      dy[k][i] = vy[k][i] = pattern(k, N + i);
    }
    __enzyme_autodiff_v((void *)everything, enzyme_dup, x, dx[k], enzyme_dup, y, dy[k], N);
  }
  inputs(x, y);
  void *tape = __enzyme_augmentfwd((void *)everything, enzyme_width, 2, x, vx[0], vx[1], y, vy[0], vy[1], N);
  memset(x, 0, sizeof x);
  __enzyme_reverse_void((void *)everything, enzyme_width, 2, enzyme_tape, tape, x, vx[0], vx[1], y, vy[0], vy[1], N);
  check_rows("halves x", vx, dx, 2);
  check_rows("halves y", vy, dy, 2);
}

/* --- A Jacobian in one call. --------------------------------------------------------------------- */

static void rotate(const double *in, double *out) {
  for (int i = 0; i < 8; ++i)
    out[i] = in[i] * in[(i + 1) % 8] - cos(in[(i + 3) % 8]);
}

static void test_jacobian(void) {
  double in[8], out[8], unit[8][8] = {{0}}, jacobian[8][8];
  for (int i = 0; i < 8; ++i) {
    in[i] = 1 + 0.1 * i;
    unit[i][i] = 1;
  }
  memset(jacobian, 0, sizeof jacobian);
  __enzyme_fwddiff_v((void *)rotate, enzyme_width, 8, enzyme_dupv, sizeof unit[0], in, unit, enzyme_dupv, sizeof jacobian[0], out, jacobian);
  for (int k = 0; k < 8; ++k)
    for (int i = 0; i < 8; ++i) {
      double want = 0;
      if (k == i)
        want += in[(i + 1) % 8];
      if (k == (i + 1) % 8)
        want += in[i];
      if (k == (i + 3) % 8)
        want += sin(in[(i + 3) % 8]);
      same("jacobian", jacobian[k][i], want);
    }
}

/* --- Several calls, and their derivative. --------------------------------------------------------- */

extern int enzyme_scalar, enzyme_vector, enzyme_buffer;
struct four __enzyme_batch(void *, ...);

static double weighed(double x, const double *w, double scale) { return scale * (x * w[0] + w[1] * x * x); }

static double of_batch(double *x, int n) {
  const double w[4][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  struct four r = __enzyme_batch((void *)weighed, enzyme_width, 4, enzyme_vector, x[0], x[1], x[2], x[n - 1], enzyme_buffer, sizeof w[0], w,
                                 enzyme_scalar, x[4]);
  return r.d[0] * r.d[1] + r.d[2] * r.d[3];
}

static void test_batch(void) {
  double x[N] = {1, 2, 3, 4, 0.5}, dx[N] = {0}, r[4];
  const double at[4] = {1, 2, 3, 0.5}, w[4][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
  for (int k = 0; k < 4; ++k)
    r[k] = weighed(at[k], w[k], 0.5);
  same("batch", of_batch(x, N), r[0] * r[1] + r[2] * r[3]);
  __enzyme_autodiff_v((void *)of_batch, x, dx, N);
  same("gradient of a batch", dx[1], r[0] * 0.5 * (3 + 8 * x[1]));
}

int main(void) {
  test_batch();
  test_numbers();
  test_forward();
  test_reverse();
  test_halves();
  test_jacobian();
  return failures;
}
