/* Memory that a loop reads in several places and that is overwritten behind it: copied once, or its
 * loads kept, whichever the plan finds cheaper. */
#include "check.h"

/* Heap memory, three loads an iteration, several sweeps. */
static double heap(double *x, int n) {
  double *a = malloc(sizeof(double) * n), s = 0;
  memcpy(a, x, sizeof(double) * n);
  for (int step = 0; step < 3; step++) {
    for (int i = 1; i + 1 < n; i++)
      s += a[i - 1] * a[i] * a[i + 1];
    for (int i = 0; i < n; i++)
      a[i] = sin(a[i]) + 0.1 * step;
  }
  free(a);
  return s;
}

/* Zeroed memory of two factors, a sum of many elements that only its square needs. */
static double zeroed(double *x, int n) {
  double *a = calloc(n, sizeof(double)), s = 0;
  for (int step = 0; step < 3; step++) {
    for (int i = 2; i + 2 < n; i++) {
      double sum = a[i - 2] + a[i - 1] + a[i] + a[i + 1] + a[i + 2];
      s += sum * sum * a[i];
    }
    for (int i = 0; i < n; i++)
      a[i] = a[i] * 0.5 + x[i];
  }
  free(a);
  return s;
}

/* Stack memory, aligned beyond the tape. */
static double stack(double *x, int n) {
  _Alignas(64) double a[16], s = 0;
  for (int i = 0; i < 16; i++)
    a[i] = x[i % n];
  for (int step = 0; step < 3; step++) {
    for (int i = 0; i < 16; i++)
      for (int j = 0; j < 16; j++)
        s += a[i] * a[i] * a[j] * sin(a[i] + a[j]);
    for (int i = 0; i < 16; i++)
      a[i] = 0.5 * a[i] + x[(i + step) % n];
  }
  return s;
}

/* Memory that may not be there, and is not read then. */
static double absent(double *x, int n) {
  double *a = n > 3 ? malloc(sizeof(double) * n) : NULL, s = 0;
  if (a)
    memcpy(a, x, sizeof(double) * n);
  for (int step = 0; step < 2; step++) {
    for (int i = 0; i < n; i++)
      s += a ? a[i] * a[i] * a[n - 1 - i] : x[i] * x[i];
    for (int i = 0; a && i < n; i++)
      a[i] = a[i] * a[i] + 0.1;
  }
  free(a);
  return s;
}

/* The copy would be as large as the whole, each loop reads a part. */
static double parts(double *x, int n) {
  double *a = malloc(sizeof(double) * n * n), s = 0;
  for (int i = 0; i < n * n; i++)
    a[i] = x[i % n] + 0.01 * i;
  for (int row = 0; row < n; row++) {
    for (int i = 1; i < n; i++)
      s += a[row * n + i] * a[row * n + i - 1] * a[row * n + i];
    for (int i = 0; i < n; i++)
      a[row * n + i] = 0;
  }
  free(a);
  return s;
}

/* Indices and numbers in one structure; the loop that reads is in a callee that calls itself. */
struct link { long next; double value; };

static double walk(struct link *a, int n, int depth) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += a[a[i].next].value * a[i].value * a[a[a[i].next].next].value;
  return depth ? s + 0.5 * walk(a, n, depth - 1) : s;
}

static double links(double *x, int n) {
  struct link *a = malloc(sizeof(struct link) * n);
  double s = 0;
  for (int i = 0; i < n; i++)
    a[i] = (struct link){(i * 5 + 1) % n, x[i]};
  for (int step = 0; step < 2; step++) {
    s += walk(a, n, 2);
    for (int i = 0; i < n; i++)
      s += a[a[i].next].value * a[i].value * a[a[a[i].next].next].value;
    for (int i = 0; i < n; i++)
      a[i] = (struct link){(a[i].next + 1) % n, a[i].value * x[i]};
  }
  free(a);
  return s;
}

/* Freed and obtained anew in each sweep, with another size. */
static double renewed(double *x, int n) {
  double s = 0;
  for (int step = 1; step < 4; step++) {
    int m = n - step;
    double *a = malloc(sizeof(double) * m);
    for (int i = 0; i < m; i++)
      a[i] = x[i + step] * x[i];
    for (int i = 1; i < m; i++)
      s += a[i - 1] * a[i] * a[i];
    for (int i = 0; i < m; i++)
      a[i] = cos(a[i]);
    for (int i = 1; i < m; i++)
      s += a[i - 1] * a[i] * a[i];
    free(a);
  }
  return s;
}

int main(void) {
  double x[12] = {0.5, 0.25, 0.75, 0.3, 0.9, 0.4, 0.6, 0.2, 0.8, 1.1, 0.35, 0.65};
  CHECK_GRADIENT(heap, x, 12);
  CHECK_GRADIENT(heap, x, 2);
  CHECK_GRADIENT(zeroed, x, 12);
  CHECK_GRADIENT(stack, x, 12);
  CHECK_GRADIENT(absent, x, 3);
  CHECK_GRADIENT(absent, x, 12);
  CHECK_GRADIENT(parts, x, 7);
  CHECK_GRADIENT(links, x, 12);
  CHECK_GRADIENT(renewed, x, 12);
  return failures;
}
