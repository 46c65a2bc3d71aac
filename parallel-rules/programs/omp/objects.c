// Tasks with arrays and structures of their own, which they copy when they are handed in.
#include "check.h"

// Each task has what the array held when it was handed in, and changes it.
static void arrays(const double *x, double *y, int n) {
  double window[4] = {0};
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 4; k++) window[k] = 0.5 * window[k] + x[(i + k) % n] * x[k];
#pragma omp task firstprivate(window)
    {
      for (int k = 1; k < 4; k++) window[k] += window[k - 1] * window[k];
      for (int k = 0; k < 4; k++) y[i] += sin(window[k]) * window[(k + i) % 4];
    }
  }
  y[0] += window[1];
}
MODES(arrays)

// What is not copied but only there: an array for whatever the task likes.
static void scratch(const double *x, double *y, int n) {
  double stages[5];
  for (int k = 0; k < 5; k++) stages[k] = x[k];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i + 5 <= n; i++) {
#pragma omp task private(stages)
    {
      for (int k = 0; k < 5; k++) stages[k] = x[i + k] * x[i];
      for (int k = 4; k > 0; k--) stages[k - 1] *= stages[k];
      y[i] = stages[0] + stages[i % 5];
    }
  }
  y[n - 1] = stages[2];
}
MODES(scratch)

// Numbers, an index and an address, side by side.
struct cell {
  int at;
  double weight, values[3];
  const double *from;
};

static double total(const struct cell *cell) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += cell->weight * cell->values[k] * cell->from[cell->at + k];
  return sum;
}

static void structures(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  {
    struct cell cell = {0, 1, {0}, x};
    for (int i = 0; i + 4 < n; i++) {
      cell.at = i;
      cell.weight = x[i] * x[i];
      cell.values[i % 3] = x[i + 1] * cell.weight;
      cell.from = x + i % 2;
#pragma omp task firstprivate(cell)
      {
        cell.values[1] *= cell.weight;
        y[i] = total(&cell);
      }
    }
  }
}
MODES(structures)

// The task hands on the address of what it has.
__attribute__((noinline)) static double inner(const double *row, int n, int depth) {
  double sum = depth > 0 ? 0.5 * inner(row, n, depth - 1) : 0;
  for (int k = 0; k < n; k++) sum += row[k] * row[k] * row[(k + depth) % n];
  return sum;
}

__attribute__((noinline)) static void double_all(double *row, int n) {
  for (int k = 0; k < n; k++) row[k] *= 2 * row[(k + 1) % n];
}

static void handed_on(const double *x, double *y, int n) {
  double row[6], scale = 1;
#pragma omp parallel
#pragma omp single
  {
    int order[3] = {2, 0, 1};
    for (int i = 0; i + 6 <= n; i++) {
      for (int k = 0; k < 6; k++) row[k] = x[i + k];
      scale = x[i] + 0.5 * scale;
      order[i % 3] = i % 2;
#pragma omp task firstprivate(row, scale, order)
      {
        double_all(row, 6);
        scale *= row[order[1]];
        y[i] = inner(row, 6, 2) * scale + row[order[i % 3]];
      }
    }
  }
}
MODES(handed_on)

// What is long, or is of several dimensions.
static void long_ones(const double *x, double *y, int n) {
  double table[9][40];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < 6; i++) {
    for (int r = 0; r < 9; r++)
      for (int c = 0; c < 40; c++) table[r][c] = x[(r + i) % n] * x[c];
#pragma omp task firstprivate(table)
    {
      for (int r = 1; r < 9; r++)
        for (int c = 0; c < 40; c++) table[r][c] = 0.3 * table[r][c] + table[r - 1][c] * table[r][(c + 1) % 40];
      for (int c = 0; c < 40; c++) y[i] += table[8][c];
    }
  }
}
MODES(long_ones)


// Parts of a loop, each of which has a copy; the last one gives back what it holds.
static void loop_parts(const double *x, double *y, int n) {
  double local[4] = {x[0], x[1], x[2], x[3]}, last[3] = {0};
#pragma omp parallel
#pragma omp single
#pragma omp taskloop firstprivate(local) lastprivate(last) grainsize(7)
  for (int i = 0; i < n; i++) {
    local[i % 4] = 0.5 * local[(i + 1) % 4] + x[i] * 0.1;
    y[i] = local[0] * local[3];
    for (int k = 0; k < 3; k++) last[k] = x[i] * (k + 1) * x[k];
  }
  y[0] += last[0] * last[2];
}
MODES(loop_parts)

// Tasks hand in tasks, each with what is left of the array.
static void halves(const double *row, double *y, int from, int to) {
  double own[4];
  for (int k = 0; k < 4; k++) own[k] = row[k] * row[(k + 1) % 4];
  if (to - from == 1) {
    y[from] = own[0] + own[from % 4];
    return;
  }
  int middle = (from + to) / 2;
#pragma omp task firstprivate(own)
  halves(own, y, from, middle);
  own[0] *= 0.5;
#pragma omp task firstprivate(own)
  halves(own, y, middle, to);
#pragma omp taskwait
}

static void recursive(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  halves(x, y, 0, n);
}
MODES(recursive)

// Nobody to hand them to, at least in some iterations.
static void at_once(const double *x, double *y, int n) {
  double pair[2];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
    pair[i % 2] = x[i] * x[0], pair[(i + 1) % 2] = x[(i + 1) % n];
#pragma omp task firstprivate(pair) if (i % 3)
    y[i] = pair[0] * pair[1] * pair[i % 2];
#pragma omp taskwait
    pair[0] *= x[1];
#pragma omp task firstprivate(pair) if (0)
    y[i] += pair[i % 2];
  }
}
MODES(at_once)

// One after the other, by what they depend on.
static void ordered(const double *x, double *y, int n) {
  double state[3] = {x[0], x[1], x[2]}, factors[3];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) factors[k] = x[(i + k) % n] * 0.6;
#pragma omp task firstprivate(factors) depend(inout : state)
    for (int k = 0; k < 3; k++) state[k] = sin(state[(k + i) % 3]) * factors[k] + 0.2 * state[k];
  }
  for (int k = 0; k < 3; k++) y[k] = state[k];
}
MODES(ordered)

// Handed in where there is no team.
static void alone(const double *x, double *y, int n) {
  double row[3];
  for (int i = 0; i < n; i++) {
    for (int k = 0; k < 3; k++) row[k] = x[(i + k) % n];
#pragma omp task firstprivate(row)
    y[i] = row[0] * row[1] + row[i % 3];
  }
#pragma omp taskwait
  for (int i = 0; i < n; i++) y[i] *= y[i];
}
MODES(alone)

int main(void) {
  CHECK(arrays);
  CHECK(scratch);
  CHECK(structures);
  CHECK(handed_on);
  CHECK(long_ones);
  CHECK(loop_parts);
  CHECK(recursive);
  CHECK(at_once);
  CHECK(ordered);
  CHECK(alone);
  return failures > 0;
}
