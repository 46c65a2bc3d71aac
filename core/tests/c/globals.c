/* Active data in global variables of all sorts, seen by functions that stay calls. */
#include "check.h"

#define APART __attribute__((noinline))

static double *work, *other;
static double cells[4];
static __thread double own;
static __thread double *own_work;

APART static void put(int i, double v) { work[i] = v; }

APART static double take(int i) { return work[i]; }

APART static double take_other(int i) { return other[i] * 2; }

/* A pointer to a global. */
static double to_global(double *x, int n) {
  work = cells;
  for (int i = 0; i < n; i++)
    put(i, x[i] * x[0]);
  return take(0) * take(n - 1) + cells[1];
}

/* Two names of one memory. */
static double two_names(double *x, int n) {
  work = cells;
  other = work;
  put(1, x[1] * x[n - 1]);
  return take_other(1) * x[0];
}

/* The argument behind a global. */
static double to_argument(double *x, int n) {
  work = x;
  put(0, x[1] * x[1]);
  return x[0] * take(n - 1);
}

/* Heap memory behind a global. */
static double to_heap(double *x, int n) {
  work = malloc((size_t)n * sizeof *work);
  for (int i = 0; i < n; i++)
    put(i, sin(x[i]));
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += take(i) * take(n - 1 - i) * x[i];
  free(work);
  return sum;
}

/* A table set up outside, which is read only, beside active globals. */
static double *table;

APART static double weighted(int i) { return table[i] * take(i); }

static double with_table(double *x, int n) {
  work = cells;
  for (int i = 0; i < n; i++)
    put(i, x[i] * x[i]);
  return weighted(0) + weighted(1) * x[0];
}

APART static double of_own(double y) { return own * y * y; }

static double thread_local_number(double *x, int n) {
  own = x[0];
  double s = of_own(x[1]);
  own = x[n - 1] * s;
  return s + of_own(x[0]);
}

APART static double of_own_work(int i) { return own_work[i] * own_work[0]; }

static double thread_local_pointer(double *x, int n) {
  double w[4];
  own_work = w;
  for (int i = 0; i < n; i++)
    w[i] = x[i] * x[0];
  return of_own_work(n - 1) * x[1];
}

int main(void) {
  double x[] = {0.3, 0.7, -1.1, 0.9}, weights[] = {2, 3};
  table = weights;
  CHECK_GRADIENT(to_global, x, 4);
  CHECK_GRADIENT(two_names, x, 4);
  CHECK_GRADIENT(to_argument, x, 4);
  CHECK_GRADIENT(to_heap, x, 4);
  CHECK_GRADIENT(with_table, x, 4);
  CHECK_GRADIENT(thread_local_number, x, 4);
  CHECK_GRADIENT(thread_local_pointer, x, 4);
  return failures;
}
