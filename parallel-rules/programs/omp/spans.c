// Numbers that workers read by indices which the program has when it runs: each worker adds plainly to those that no other one has read.
// ThreadSanitizer sees it if two workers add to one number plainly.
#define NUMBERS 300
#include "check.h"
#include <enzyme_rs/parallel.h>

enum { ROWS = 100 };
static int wide, high, deep, backwards, begin[ROWS + 1], column[5 * ROWS], shuffled[NUMBERS], near_by[NUMBERS + 1];

static int is_inside(int i) { return i >= 0 && i < ROWS; }

// Rows of a band, the first row without numbers; all numbers in another order.
static void make(void) {
  volatile int one = 1;
  wide = 6 * one, high = 7 * one, deep = 7 * one, backwards = -one;
  int m = 0;
  for (int i = 0; i < ROWS; i++) {
    for (int d = -2; d <= 2; d++)
      if (i > 0 && is_inside(i + d)) column[m++] = i + d;
    begin[i + 1] = m;
  }
  for (int i = 0; i < NUMBERS; i++) shuffled[i] = (i * 7 + 3) % NUMBERS;
  for (int i = 0; i <= NUMBERS; i++) near_by[i] = i / 2 + i % 2;
}

// The numbers of the matrix repeat.
static double entry(const double *x, int k) { return x[ROWS + k % (NUMBERS - ROWS)]; }

static void rows(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) {
    double sum = 0;
    for (int k = begin[i]; k < begin[i + 1]; k++) sum += x[column[k]] * x[i] * (1 + 0.01 * k);
    y[i] = sum;
  }
  y[n - 1] = x[0];
}
MODES(rows)

static void entries(const double *x, double *y, int n) {
  double *a = malloc(5 * ROWS * sizeof *a);
  for (int k = 0; k < begin[ROWS]; k++) a[k] = entry(x, k);
#pragma omp parallel for
  for (int i = 0; i < ROWS; i++) {
    double sum = 0;
    for (int k = begin[i]; k < begin[i + 1]; k++) sum += a[k] * a[k] * x[column[k]];
    y[i] = sum;
  }
  free(a);
  y[n - 1] = x[0];
}
MODES(entries)

static void in_chunks(const double *x, double *y, int n) {
#pragma omp parallel for schedule(dynamic, 9)
  for (int i = 0; i < ROWS; i++) {
    double sum = 0;
    for (int k = begin[i]; k < begin[i + 1]; k++) sum += x[column[k]] * x[i];
    y[i] = sum;
  }
  y[n - 1] = x[0];
}
MODES(in_chunks)

static void in_another_order(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = x[shuffled[i]] * x[i];
}
MODES(in_another_order)

// Each number is read once: a promise.
static void promised(const double *x, double *y, int n) {
#pragma omp parallel for schedule(dynamic, 5)
  for (int i = 0; i < n; i++) {
    const double *own = enzyme_rs_exclusive(x);
    y[i] = own[shuffled[i]] * own[shuffled[i]];
  }
}
MODES(promised)

// What is promised stands beside what all read, in two loops and in a callee.
static double __attribute__((noinline)) corner(const double *x, int i) { return ((const double *)enzyme_rs_exclusive(x))[shuffled[i]]; }
static void promised_in_part(const double *x, double *y, int n) {
  double *own = malloc(n * sizeof *own);
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) own[i] = sin(x[i]) * x[n - 1 - shuffled[i]];
#pragma omp for schedule(static, 3)
    for (int i = 0; i < n; i++) y[i] = corner(own, i) * x[shuffled[i]];
  }
  free(own);
}
MODES(promised_in_part)

// What one worker reads in the first loop another one reads in the second one, which it may have begun.
static void at_the_same_time(const double *x, double *y, int n) {
#pragma omp parallel
  {
#pragma omp for nowait
    for (int i = 0; i < n / 2; i++) y[i] = sin(x[shuffled[i]]);
#pragma omp for
    for (int i = 0; i < n / 2; i++) y[n / 2 + i] = cos(x[n - 1 - shuffled[i]]);
  }
}
MODES(at_the_same_time)

// Read by all in the first loop, and by one behind the barrier.
static void in_phases(const double *x, double *y, int n) {
  double *own = malloc(n * sizeof *own);
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) own[i] = x[i] * x[n - 1 - i];
#pragma omp for
    for (int i = 0; i < n; i++) y[i] = own[shuffled[i]] * own[shuffled[i]];
#pragma omp single
    for (int i = 0; i < n; i++) y[0] += 0.01 * own[shuffled[i]] * x[i];
  }
  free(own);
}
MODES(in_phases)

// Two names of one array, and elements of two sizes.
static inline void both(const double *one, const double *other, double *y, int n) {
#pragma omp parallel for
  for (int i = 1; i < n; i++) y[i] = one[shuffled[i] / 2] * other[shuffled[i] / 3 + 1];
}
static void overlapping(const double *x, double *y, int n) { both(x, x + n / 4, y, n / 2); }
MODES(overlapping)

// Few read, some twice, some workers nothing.
static void few(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++)
    if (i % 50 == 3) y[i] = x[column[i % 7]] * x[n - 1 - column[i % 11]];
}
MODES(few)

static double look(const double *x, int i) { return sin(x[shuffled[i]]); }
static double __attribute__((noinline)) look_twice(const double *x, int i) { return x[shuffled[i]] * x[shuffled[NUMBERS - 1 - i]]; }

// A callee reads what the loop reads as well.
static void by_callees(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = look(x, i) + look_twice(x, i) * x[shuffled[i]];
}
MODES(by_callees)

// A block of numbers is copied.
static void copied(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double block[4];
    memcpy(block, x + shuffled[i] % (n - 4), sizeof block);
    y[i] = block[0] * block[3] + x[shuffled[i]] * x[i];
  }
}
MODES(copied)

// Regions in regions.
static void nested(const double *x, double *y, int n) {
#pragma omp parallel for num_threads(2)
  for (int half = 0; half < 2; half++) {
#pragma omp parallel for num_threads(2)
    for (int i = 0; i < n / 2; i++) y[half * (n / 2) + i] = x[shuffled[i]] * x[i] * (1 + half);
  }
}
MODES(nested)

// The same region several times, with other numbers of workers, and what it reads is overwritten.
static void again(const double *x, double *y, int n) {
  double *one = malloc(n * sizeof *one);
  memcpy(one, x, n * sizeof *one);
  for (int k = 0; k < 4; k++) {
#pragma omp parallel for num_threads(1 + k)
    for (int i = 0; i < n; i++) y[i] = one[shuffled[i]] * one[i] + x[shuffled[n - 1 - i]];
    for (int i = 0; i < n; i++) one[i] = 0.5 * y[i];
  }
  free(one);
}
MODES(again)

// Numbers that one worker reads are moved as integers, and as a block, by another one.
typedef union word {
  double number;
  long bits;
} word;
static void as_integers(const double *x, double *y, int n) {
  const word *in = (const word *)x;
  word *out = (word *)y;
#pragma omp parallel sections
  {
#pragma omp section
    for (int i = 0; i < n / 2; i++) y[i] = x[near_by[i]] * x[near_by[i + 1]] * x[5];
#pragma omp section
    for (int i = n / 2; i < n; i++) out[i].bits = in[near_by[i - n / 2]].bits;
  }
}
MODES(as_integers)

typedef struct vector {
  double *at;
} vector;
typedef struct mesh {
  vector position, velocity;
  int *corner;
} mesh;

// Vectors in a structure, a corner of each element.
static inline void move(mesh *m, double *y, int n) {
#pragma omp parallel for
  for (int e = 0; e < n / 3; e++) {
    double sum = 0;
    for (int c = 0; c < 3; c++) sum += m->position.at[m->corner[3 * e + c]] * m->velocity.at[e];
    y[e] = sum;
  }
}
static void elements(const double *x, double *y, int n) {
  mesh m = {{malloc(n * sizeof(double))}, {malloc(n * sizeof(double))}, shuffled};
  for (int i = 0; i < n; i++) m.position.at[i] = x[i], m.velocity.at[i] = x[n - 1 - i];
  move(&m, y, n);
  free(m.position.at), free(m.velocity.at);
}
MODES(elements)

// The points of a grid with a border, whose width is known when the program runs: what a worker's planes read is remembered as a whole.
static void grid(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int k = 1; k < deep - 1; k++)
    for (int j = 1; j < high - 1; j++)
      for (int i = 1; i < wide - 1; i++) {
        int at = (k * high + j) * wide + i;
        double sum = x[at] * x[at];
        for (int d = -1; d <= 1; d += 2) sum += x[at + d] * x[at + d * wide] + x[at + d * wide * high] * x[at];
        y[at] = sum;
      }
}
MODES(grid)

// Backwards, with a distance of its own for each row, and loops of no iterations.
static void uneven(const double *x, double *y, int n) {
#pragma omp parallel for schedule(static, 2)
  for (int k = 0; k < deep; k++) {
    double sum = 0;
    for (int j = 0; j < k; j++)
      for (int i = 0; i < j - 1; i++) sum += x[n - 1 + backwards * (k * j + wide * i)] * x[k * j + i];
    y[k] = sum;
  }
}
MODES(uneven)

// A loop that is left early, and a number that is read under a condition only: the others are far away.
static void left_early(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int k = 0; k < deep; k++) {
    double sum = 0;
    for (int i = 0; i < 1000000; i++) {
      sum += x[k + i * wide] * x[k + 1 + i];
      if (i == k) break;
      if (i % 2) sum += x[(long)i * high];
    }
    y[k] = sum;
  }
}
MODES(left_early)

int main(void) {
  make();
  CHECK(rows);
  CHECK(entries);
  CHECK(in_chunks);
  CHECK(in_another_order);
  CHECK(promised);
  CHECK(promised_in_part);
  CHECK(at_the_same_time);
  CHECK(in_phases);
  CHECK(overlapping);
  CHECK(few);
  CHECK(by_callees);
  CHECK(copied);
  CHECK(nested);
  CHECK(again);
  CHECK(as_integers);
  CHECK(elements);
  CHECK(grid);
  CHECK(uneven);
  CHECK(left_early);
  return failures != 0;
}
