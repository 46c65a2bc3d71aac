/* Heap memory that lives for an iteration or a call: the numbers, and what is still allocated behind
 * the derivative.
 */
#include "check.h"
#include <malloc.h>

__attribute__((weak)) long enzyme_rs_tape_peak_bytes(void);

enum { ROUNDS = 400, WIDE = 4096 };

/* Nothing that is in the memory is needed again. */
static double linear(double *x, int n) {
  double s = 0;
  for (int r = 0; r < ROUNDS; r++) {
    double *p = malloc(WIDE * sizeof *p);
    for (int i = 0; i < WIDE; i++)
      p[i] = x[i % n] * (r + 1);
    for (int i = 1; i < WIDE; i++)
      p[i] += 0.5 * p[i - 1];
    s += p[WIDE - 1] * 1e-3;
    free(p);
  }
  return s;
}

/* What was written is read again, by the piece of each iteration. */
static double squares(double *x, int n) {
  double s = x[0];
  for (int r = 0; r < 9; r++) {
    double *p = malloc((size_t)(n + r) * sizeof *p);
    for (int i = 0; i < n + r; i++)
      p[i] = sin(x[i % n] + s * 0.1);
    for (int i = 0; i < n + r; i++)
      s += p[i] * p[(i + 1) % (n + r)];
    free(p);
  }
  return s;
}

/* Written twice in an iteration: the first contents are lost. */
static double rewritten(double *x, int n) {
  double s = 0;
  for (int r = 0; r < 5; r++) {
    double *p = calloc((size_t)n, sizeof *p);
    for (int i = 0; i < n; i++)
      p[i] += x[i] * (r + 1);
    for (int i = 0; i < n; i++)
      s += p[i] * p[i];
    for (int i = 0; i < n; i++)
      p[i] = exp(p[i] * 0.1) * s;
    for (int i = 0; i < n; i++)
      s += p[i] * p[i] * 0.01;
    free(p);
  }
  return s;
}

/* Ends on two ways, and none for some iterations. */
static double branches(double *x, int n) {
  double s = x[0];
  for (int r = 0; r < 12; r++) {
    double *p = malloc(2 * sizeof *p);
    p[r & 1] = x[r % n] * s;
    p[~r & 1] = x[(r + 1) % n];
    s += p[0] * p[1] * 0.1;
    if (s > 1.5) {
      s *= 0.5;
      free(p);
      continue;
    }
    s += p[0] * 0.3;
    free(p);
  }
  return s;
}

static double leaks(double *x, int n) {
  double s = x[0];
  for (int r = 0; r < 8; r++) {
    double *p = malloc(2 * sizeof *p);
    p[r & 1] = x[r % n] * s;
    p[~r & 1] = 0.5;
    s += p[0] * p[1];
    if (r % 3)
      free(p);
  }
  return s;
}

/* The one of the iteration before is still there: two pieces are alive at a time. */
static double overlapping(double *x, int n) {
  double s = 0, *old = malloc((size_t)n * sizeof *old);
  for (int i = 0; i < n; i++)
    old[i] = x[i];
  for (int r = 0; r < 6; r++) {
    double *p = malloc((size_t)n * sizeof *p);
    for (int i = 0; i < n; i++)
      p[i] = old[i] * old[(i + 1) % n] + 0.3 * x[i];
    free(old);
    old = p;
    for (int i = 0; i < n; i++)
      s += old[i] * old[i];
  }
  free(old);
  return s;
}

/* Left in the midst of an iteration, some of them of no length. */
static double early(double *x, int n) {
  double s = x[0];
  for (int r = 0; r < 20; r++) {
    size_t m = (size_t)(r % 4);
    double *p = malloc(m * sizeof *p);
    for (size_t i = 0; i < m; i++)
      p[i] = x[i] * s;
    for (size_t i = 0; i < m; i++)
      s += sin(p[i]) * p[i] * 0.2;
    free(p);
    if (s > 3)
      break;
    s += 0.01 * x[n - 1];
  }
  return s;
}

/* Until it converges: nobody knows how often. */
static double newton(double *x, int n) {
  double s = 0;
  for (int k = 0; k < n; k++) {
    double root = 1 + x[k] * x[k], far = 1;
    while (far > 1e-14) {
      double *p = malloc(2 * sizeof *p);
      p[0] = (2 + x[k]) / root;
      p[1] = 0.5 * (root + p[0]);
      far = fabs(p[1] - root);
      root = p[1] * p[1] / (p[1] + 1e-9 * p[0]);
      free(p);
      if (far < 1e-3)
        far = 0;
    }
    s += root * x[k];
  }
  return s;
}

/* A pointer to the memory lies in other memory; pointers lie in the memory. */
static double pointers(double *x, int n) {
  double s = 0;
  for (int r = 0; r < 4; r++) {
    double **rows = malloc((size_t)n * sizeof *rows);
    for (int i = 0; i < n; i++) {
      rows[i] = malloc(3 * sizeof **rows);
      for (int j = 0; j < 3; j++)
        rows[i][j] = x[i] * (j + 1) + x[(i + r) % n];
    }
    for (int i = 0; i < n; i++)
      for (int j = 0; j < 3; j++)
        s += rows[i][j] * rows[(i + 1) % n][2 - j];
    for (int i = 0; i < n; i++)
      free(rows[i]);
    free(rows);
  }
  return s;
}

__attribute__((noinline)) static double total(const double *p, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] * p[i];
  return s;
}

/* A callee gets it. */
static double given(double *x, int n) {
  double s = 1;
  for (int r = 0; r < 5; r++) {
    double *p = malloc((size_t)n * sizeof *p);
    for (int i = 0; i < n; i++)
      p[i] = x[i] * s * 0.3;
    s += total(p, n);
    free(p);
  }
  return s;
}

/* Each level of a recursion has its own. */
__attribute__((noinline)) static double depth(double *x, int n, int level) {
  double *p = malloc((size_t)n * sizeof *p), s = 0;
  for (int i = 0; i < n; i++)
    p[i] = x[i] * (level + 1) * 0.5;
  if (level)
    s = depth(x, n - 1, level - 1);
  for (int i = 0; i < n; i++)
    s += sin(p[i] * s) + p[i] * p[i];
  free(p);
  return s;
}

static double recursive(double *x, int n) { return depth(x, n, n - 1); }

/* An array whose length is known at run time only. */
static double variable(double *x, int n) {
  double s = 0.5;
  for (int r = 1; r <= n; r++) {
    double v[r];
    for (int i = 0; i < r; i++)
      v[i] = x[i] * s;
    for (int i = 0; i < r; i++)
      s += v[i] * v[r - 1 - i];
  }
  return s;
}

/* Grows as it is filled. */
static double growing(double *x, int n) {
  size_t room = 1, used = 0;
  double *p = malloc(sizeof *p), s = 0;
  for (int r = 0; r < 5 * n; r++) {
    if (used == room) {
      double *larger = malloc(2 * room * sizeof *larger);
      memcpy(larger, p, room * sizeof *p);
      free(p);
      p = larger;
      room *= 2;
    }
    p[used++] = x[r % n] * (r + 1);
  }
  for (size_t i = 0; i < used; i++)
    s += p[i] * p[used - 1 - i] * 0.01;
  free(p);
  return s;
}

/* A derivative leaves nothing behind: a leak of one block each time would be more than what the
 * allocator keeps at hand.
 */
#define CHECK_BALANCE(f, x, n)                                                                     \
  do {                                                                                             \
    double at[MOST], d[MOST] = {0};                                                                \
    size_t before = 0;                                                                             \
    for (int time = 0; time < 68; time++) {                                                        \
      memcpy(at, x, (n) * sizeof *at);                                                             \
      __enzyme_autodiff_v((void *)f, enzyme_dup, at, d, enzyme_const, (int)(n));                   \
      if (time == 3)                                                                               \
        before = mallinfo2().uordblks;                                                             \
    }                                                                                              \
    below(#f ": bytes left behind", (double)mallinfo2().uordblks - (double)before, 64 * 16);       \
  } while (0)

#define CHECK_BOTH(f, x, n)                                                                        \
  do {                                                                                             \
    CHECK_GRADIENT(f, x, n);                                                                       \
    CHECK_BALANCE(f, x, n);                                                                        \
  } while (0)

static void below(const char *what, double got, double most) {
  failures += got > most;
  printf("%s %s: %g, at most %g\n", got > most ? "FAIL" : "PASS", what, got, most);
}

/* The pieces of all iterations together would be 13 MB, and as much for their shadows. */
static void room_of_linear(double *x, int n) {
  double d[MOST] = {0};
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  size_t before = mallinfo2().arena;
  __enzyme_autodiff_v((void *)linear, enzyme_dup, x, d, enzyme_const, n);
  double tape = enzyme_rs_tape_peak_bytes ? 3.0 * (double)enzyme_rs_tape_peak_bytes() : 0;
  below("bytes of heap for linear", (double)(mallinfo2().arena - before) - tape, 3e6);
}

int main(void) {
  double x[] = {0.3, 0.7, -0.4, 1.1, 0.9};
  int n = 5;
  room_of_linear(x, n);
  CHECK_BOTH(linear, x, n);
  CHECK_BOTH(squares, x, n);
  CHECK_BOTH(rewritten, x, n);
  CHECK_BOTH(branches, x, n);
  CHECK_GRADIENT(leaks, x, n);
  CHECK_BOTH(overlapping, x, n);
  CHECK_BOTH(early, x, n);
  CHECK_BOTH(newton, x, n);
  CHECK_BOTH(pointers, x, n);
  CHECK_BOTH(given, x, n);
  CHECK_BOTH(recursive, x, n);
  CHECK_BOTH(variable, x, n);
  CHECK_BOTH(growing, x, n);
  return failures;
}
