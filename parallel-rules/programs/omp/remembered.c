// Loops of time steps whose regions read by the program's indices: what a worker has found out about them holds until they change. Here they never change, or in
// each of the ways in which a program may change them: then the numbers that it reads lie further apart, so that nothing is right which has not been looked at anew.
#define NUMBERS 96


enum { NEAR = 3 };

// For each row NEAR indices; the second ones are wider. And the number of steps, which LLVM does not know.
typedef struct given {
  int steps, *narrow, *wide;
} given;
#include "steps.h"

static int at(int i) { return (i % SIZE + SIZE) % SIZE; }

static void fill(int *of, int rows, int reach) {
  for (int i = 0; i < rows; i++)
    for (int k = 0; k < NEAR; k++) of[NEAR * i + k] = at(i + reach * (k - 1));
}

// Rows from `first` on.
static void multiply(const int *column, int first, int rows, const double *p, double *q) {
#pragma omp parallel for
  for (int i = first; i < rows; i++) {
    double sum = 0;
    for (int k = 0; k < NEAR; k++) sum += p[column[NEAR * i + k]] * (k + 0.5);
    q[i] = sum * p[i];
  }
}

static void multiply_in_chunks(const int *column, int rows, const double *p, double *q) {
#pragma omp parallel for schedule(dynamic, 7)
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (int k = 0; k < NEAR; k++) sum += p[column[NEAR * i + k]] * (k + 0.5);
    q[i] = sum * p[i];
  }
}

// What is computed next from what was.
static void go_on(double *p, const double *q, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) p[i] = 0.5 * p[i] + 0.2 * q[i];
}

#define CASE(name, step)                                                                                                          \
  static double name(const double *x, int n, const given *g) {                                                                  \
    double *p = malloc(n * sizeof *p), *q = calloc(n, sizeof *q), sum = 0;                                                        \
    int *own = malloc(NEAR * n * sizeof *own);                                                                                    \
    memcpy(p, x, n * sizeof *p);                                                                                                  \
    memcpy(own, g->narrow, NEAR * n * sizeof *own);                                                                               \
    for (int s = 0; s < g->steps; s++) {                                                                                          \
      step;                                                                                                                       \
      go_on(p, q, n);                                                                                                             \
    }                                                                                                                             \
    for (int i = 0; i < n; i++) sum += p[i] * p[i] / (i + 1);                                                                     \
    free(p), free(q), free(own);                                                                                                  \
    return sum;                                                                                                                   \
  } \
  SCALAR_MODES(name)

CASE(fixed, multiply(g->narrow, 0, n, p, q))
CASE(chunks, multiply_in_chunks(g->narrow, n, p, q))
CASE(own_copy, multiply(own, 0, n, p, q))
// Other rows each time.
CASE(rows, multiply(g->wide, s < 2 ? 0 : 8 * s, n - 2 * s, p, q))
// One array and the other.
CASE(turns, multiply(s % 2 ? g->wide : g->narrow, 0, n, p, q))
// The same array with other numbers.
CASE(changed, multiply(own, 0, n, p, q); fill(own, n, 5 * s + 7))

// Memory that each step obtains anew, where the last step's was.
static void anew(int reach, const double *p, double *q, int n) {
  int *column = malloc(NEAR * n * sizeof *column);
  fill(column, n, reach);
  multiply(column, 0, n, p, q);
  free(column);
}
CASE(obtained, anew(1 + 9 * s, p, q, n))

// A pointer that leads elsewhere.
typedef struct chosen {
  const int *column;
} chosen;

static void multiply_chosen(const chosen *of, int rows, const double *p, double *q) {
#pragma omp parallel for
  for (int i = 0; i < rows; i++) {
    double sum = 0;
    for (int k = 0; k < NEAR; k++) sum += p[of->column[NEAR * i + k]] * (k + 0.5);
    q[i] = sum * p[i];
  }
}
CASE(led, chosen of = {s < 2 ? g->narrow : g->wide}; multiply_chosen(&of, n, p, q))

// A function that stays a call.
static __attribute__((noinline)) void once(const given *g, const double *p, double *q, int n) { multiply(g->narrow, 0, n, p, q); }
CASE(called, once(g, p, q, n))

// Between two such calls another one changes indices.
static __attribute__((noinline)) void change(int *own, int n, int s) { fill(own, n, 5 * s + 7); }
static void both(const given *g, int *own, double *p, double *q, int n, int s) {
  once(g, p, q, n);
  multiply(own, 0, n, p, q);
  change(own, n, s);
}
CASE(both_calls, both(g, own, p, q, n, s))

// Between two derivatives the program changes the numbers in the same memory.
static void check_twice(const char *name, modes f) {
  static int narrow[NEAR * SIZE], wide[NEAR * SIZE];
  const given all = {4, narrow, wide};
  for (unsigned k = 0; k < sizeof teams / sizeof *teams; k++)
    for (int far = 1; far < 40; far += 30) {
      fill(narrow, SIZE, far), fill(wide, SIZE, 20 - far / 2);
      compare(name, f, &all, teams[k]);
    }
}
#define CHECK_TWICE(name) check_twice(#name, ALL_MODES(name))

int main(void) {
  CHECK_TWICE(fixed);
  CHECK_TWICE(chunks);
  CHECK_TWICE(own_copy);
  CHECK_TWICE(rows);
  CHECK_TWICE(turns);
  CHECK_TWICE(changed);
  CHECK_TWICE(obtained);
  CHECK_TWICE(led);
  CHECK_TWICE(called);
  CHECK_TWICE(both_calls);
  return failures > 0;
}
