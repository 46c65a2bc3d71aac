/* Loop nests that read arrays by indices of the program's, which somebody overwrites before they are reversed. In front of a nest its indices are looked at: what lies
 * between the first and the last number that it reads is copied if these are no more than it reads, and if it does not write there. The arrays end where memory ends. */
#include "walls.h"

enum { EACH = 3 };

/* A table of indices below N; rows of it, some of them empty; the table without some. */
typedef struct tables {
  const int *all, *begin, *there;
} tables;
static int *table, *begin, *there;

/* A kernel reads `from`, which has `n` numbers, at places of the tables, and writes `to`. */
typedef void kernel(const double *from, double *to, tables of, int n);

/* Three steps from one array to the other one and back. */
static inline double steps(kernel *step, const double *x, double *one, double *other, int n) {
  double sum = 0;
  memcpy(one, x, (size_t)n * sizeof *x);
  for (int k = 0; k < 3; k++) {
    step(one, other, (tables){table, begin, there}, n);
    step(other, one, (tables){table, begin, there}, n);
  }
  for (int i = 0; i < n; i++)
    sum += one[i] * (1 + 0.1 * i);
  return sum;
}

/* Not inlined: its callers overwrite what it reads. */
#define KERNEL_OF(qualifier, name) \
  static void name(const double *qualifier from, double *qualifier to, tables of, int n); \
  static double by_##name(const double *x, double *one, double *other, int n) { return steps(name, x, one, other, n); } \
  static double value_##name(double *x, int n) { return by_##name(x, state[0], state[1], n); } \
  __attribute__((noinline)) static void name(const double *qualifier from, double *qualifier to, tables of, int n)
#define KERNEL(name) KERNEL_OF(restrict, name)
/* Nobody says that it writes to other memory: that is found out. */
#define LOOSE(name) KERNEL_OF(, name)

KERNEL(gathered) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = EACH * i; k < EACH * i + EACH; k++)
      sum += sin(from[of.all[k]] * from[of.all[k]]);
    to[i] = 0.4 * sum;
  }
}

LOOSE(gathered_loosely) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = EACH * i; k < EACH * i + EACH; k++)
      sum += sin(from[of.all[k]] * from[of.all[k]]);
    to[i] = 0.4 * sum;
  }
}

/* Rows, some of them empty. */
KERNEL(rows) {
  for (int i = 0; i < n; i++) {
    double sum = 0.5;
    for (int k = of.begin[i]; k < of.begin[i + 1]; k++)
      sum += 0.3 * from[of.all[k]] * from[of.all[k]];
    to[i] = sin(sum);
  }
}

LOOSE(rows_loosely) {
  for (int i = 0; i < n; i++) {
    double sum = 0.5;
    for (int k = of.begin[i]; k < of.begin[i + 1]; k++)
      sum += 0.3 * from[of.all[k]] * from[of.all[k]];
    to[i] = sin(sum);
  }
}

/* Several arrays by the same indices: two halves, at constant distances. */
KERNEL(corners) {
  int half = n / 2;
  const double *x = from, *y = from + half;
  for (int e = 0; e < half; e++) {
    int a = of.all[2 * e] % half, b = of.all[2 * e + 1] % half;
    double area = x[a] * y[b] - x[b] * y[a];
    to[e] = sin(area) + x[e];
    to[e + half] = y[e] * cos(area);
  }
}

/* Where a neighbour is missing nothing may be read. */
KERNEL(neighbours) {
  for (int i = 0; i < n; i++) {
    double sum = from[i];
    for (int k = EACH * i; k < EACH * i + EACH; k++) {
      int at = of.there[k];
      if (at >= 0)
        sum += 0.3 * sin(from[at] * from[i]);
    }
    to[i] = sum;
  }
}

/* Whether something is read depends on numbers. */
KERNEL(by_number) {
  for (int i = 0; i < n; i++) {
    double sum = from[i];
    for (int k = EACH * i; k < EACH * i + EACH; k++)
      if (from[of.all[k]] > 0.4)
        sum += 0.3 * from[of.all[k]] * from[i];
      else
        sum -= 0.1 * from[of.all[k]];
    to[i] = sum;
  }
}

/* Until something is found. */
KERNEL(until_found) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = EACH * i; k < EACH * N; k++) {
      sum += 0.1 * from[of.all[k]] * from[of.all[k]];
      if (of.all[k] == 3)
        break;
    }
    to[i] = sin(sum);
  }
}

/* From a long way off, twice. */
KERNEL(far_apart) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] * 0.9;
  for (int i = 0; i < 2; i++)
    to[i] += sin(from[of.all[i] % 2 * (n - 1)] * from[i]);
}

/* Nothing at all. */
static int none;
KERNEL(nothing) {
  for (int i = 0; i < n; i++)
    to[i] = from[i] * from[i];
  for (int i = 0; i < none; i++)
    to[i] += from[of.all[100000 + i]] * from[of.all[100000 + i]];
}

/* Later indices are found by earlier ones. */
KERNEL(chains) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0, at = i; k < EACH; k++, at = of.all[at])
      sum += 0.2 * (k + 1) * sin(from[at] * from[at]);
    to[i] = sum;
  }
}

/* Indices with a sign, and of another width. */
KERNEL(both_sides) {
  const double *middle = from + n / 2;
  for (int i = 0; i < n; i++) {
    long at = of.all[i] - n / 2;
    unsigned char near = (unsigned char)(of.all[i] / 2);
    to[i] = 0.6 * sin(middle[at] * middle[at]) + 0.3 * cos(from[near] * from[i]);
  }
}

/* In a number of ways that the compiler does not merge, over and over. */
KERNEL(switched) {
  for (int i = 0; i < n; i++) {
    double all = 0;
    switch (of.all[i] % 3) {
    case 0:
      all = from[of.all[i]] * from[of.all[i + 1]];
      break;
    case 1:
      all = sin(from[of.all[i + 2]] * from[i]);
      break;
    }
    to[i] = 0.7 * all + 0.2 * sin(from[of.all[i]] * from[of.all[i]]);
  }
}

/* One array for all: what is read may have been written by an earlier iteration. */
static double by_in_place(const double *x, double *one, double *other, int n) {
  double sum = 0;
  memcpy(one, x, (size_t)n * sizeof *x);
  for (int k = 0; k < 3; k++) {
    for (int i = 0; i < n; i++)
      one[i] = 0.5 * one[i] + 0.3 * sin(one[table[i]] * one[table[i]]);
    other[k] = one[k];
  }
  for (int i = 0; i < n; i++)
    sum += one[i] * (1 + 0.1 * i);
  return sum;
}
static double value_in_place(double *x, int n) { return by_in_place(x, state[0], state[1], n); }

/* Two parts of one array, which are the same, overlap or do not. */
__attribute__((noinline)) static void mix(const double *from, double *to, int n) {
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = EACH * i; k < EACH * i + EACH; k++)
      sum += sin(from[table[k] % n] * from[table[k] % n]);
    to[i] = 0.5 * to[i] + 0.3 * sum;
  }
}
static double by_overlapping(const double *x, double *one, double *other, int n) {
  double sum = 0;
  memcpy(one, x, (size_t)n * sizeof *x);
  memcpy(other, x, (size_t)n * sizeof *x);
  for (int k = 0; k < 3; k++) {
    mix(one, one + n / 4, n / 2);
    mix(one + n / 2, one, n / 2);
    mix(one + n / 4, one + n / 2, n / 2);
    mix(one, one, n);
    mix(one, other, n);
  }
  for (int i = 0; i < n; i++)
    sum += one[i] * (1 + 0.1 * i) + other[i];
  return sum;
}
static double value_overlapping(double *x, int n) { return by_overlapping(x, state[0], state[1], n); }

/* Indices that the nest writes itself: before it runs they lead elsewhere. */
__attribute__((noinline)) static void move_on(const double *restrict from, double *restrict to, int *at, int n) {
  for (int i = 0; i < n; i++) {
    to[i] = 0.5 * to[i] + sin(from[at[i]] * from[at[i]]);
    at[(i + 1) % n] = (at[i] + 5) % n;
  }
}
static double by_moving(const double *x, double *one, double *other, int n) {
  int at[N] = {0};
  double sum = 0;
  memcpy(one, x, (size_t)n * sizeof *x);
  memcpy(other, x, (size_t)n * sizeof *x);
  for (int k = 0; k < 3; k++) {
    move_on(one, other, at, n);
    move_on(other, one, at, n);
  }
  for (int i = 0; i < n; i++)
    sum += one[i] * (1 + 0.1 * i);
  return sum;
}
static double value_moving(double *x, int n) { return by_moving(x, state[0], state[1], n); }

/* Two arrays, by the same indices, but not at the same time. */
__attribute__((noinline)) static void either(const double *restrict a, const double *restrict b, double *restrict to, const int *at, int n) {
  for (int i = 0; i < n; i++) {
    int k = at[i];
    if (k < n / 2)
      to[i] = sin(a[k] * a[k]);
    else
      to[i] = b[k] * b[k] * 3;
  }
}
static double by_either(const double *x, double *one, double *other, int n) {
  double to[N], sum = 0;
  memcpy(one, x, (size_t)n * sizeof *x);
  memcpy(other, x, (size_t)n * sizeof *x);
  for (int k = 0; k < 2; k++) {
    either(one, other, to, table, n);
    for (int i = 0; i < n; i++)
      one[i] = 0.5 * to[i], other[n - 1 - i] = sin(to[i]);
  }
  for (int i = 0; i < n; i++)
    sum += one[i] * (1 + 0.1 * i) + other[i];
  return sum;
}
static double value_either(double *x, int n) { return by_either(x, state[0], state[1], n); }

/* An index of one bit, and one that is the least of its sort. */
__attribute__((noinline)) static void narrow(const double *restrict end, double *restrict to, const int *at, int n) {
  for (int i = 0; i < n; i++)
    to[i] = sin(end[-(at[i] < 100)]) * 0.5;
}
static double by_narrow(const double *x, double *one, double *other, int n) {
  double sum = 0;
  memcpy(one, x, (size_t)n * sizeof *x);
  for (int k = 0; k < 2; k++) {
    narrow(one + n, other, table, n);
    for (int i = 0; i < n; i++)
      one[i] = sin(one[i]) + other[i];
  }
  for (int i = 0; i < n; i++)
    sum += one[i] * (1 + 0.1 * i);
  return sum;
}
static double value_narrow(double *x, int n) { return by_narrow(x, state[0], state[1], n); }

/* What a branch guards is not there otherwise. */
static const double *absent;
__attribute__((noinline)) static void guarded(const double *restrict from, double *restrict to, const int *at, const double *restrict more, int n) {
  double rest = 0.5;
  for (int i = 0; i < n; i++) {
    if (at[i] > 100)
      rest = rest * rest + *more;
    to[i] = sin(from[at[i]] * from[at[i + 1]] * from[at[i + 2]]) + rest;
  }
}
static double by_guarded(const double *x, double *one, double *other, int n) {
  double sum = 0;
  memcpy(one, x, (size_t)n * sizeof *x);
  for (int k = 0; k < 2; k++) {
    guarded(one, other, table, absent, n);
    for (int i = 0; i < n; i++)
      one[i] = 0.7 * sin(other[i]);
  }
  for (int i = 0; i < n; i++)
    sum += one[i] * (1 + 0.1 * i);
  return sum;
}
static double value_guarded(double *x, int n) { return by_guarded(x, state[0], state[1], n); }

/* Behind the last row, and behind the last index, nobody may read. */
static void make_tables(void) {
  table = walled(EACH * N * sizeof *table, 1), there = walled(EACH * N * sizeof *there, 1);
  begin = walled((N + 1) * sizeof *begin, 1);
  for (int k = 0; k < EACH * N; k++) {
    table[k] = (7 * k + k / 5) % N;
    there[k] = k % 4 == 1 ? -1000000 : table[k];
  }
  for (int i = 0; i < N; i++)
    begin[i + 1] = begin[i] + (i % 3 == 1 ? 0 : i % 5);
}

int main(void) {
  double x[N];
  make_tables();
  for (int at_end = 0; at_end < 2; at_end++) {
    make_states(at_end);
    for (int i = 0; i < N; i++)
      x[i] = 0.6 + 0.3 * sin(1 + 2.3 * i);
    TRY(gathered);
    TRY(gathered_loosely);
    TRY(rows);
    TRY(rows_loosely);
    TRY(corners);
    TRY(neighbours);
    TRY(by_number);
    TRY(until_found);
    TRY(far_apart);
    TRY(nothing);
    TRY(chains);
    TRY(both_sides);
    TRY(switched);
    TRY(in_place);
    TRY(overlapping);
    TRY(moving);
    TRY(either);
    TRY(narrow);
    TRY(guarded);
  }
  return failures != 0;
}
