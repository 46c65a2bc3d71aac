// Numbers that workers read by indices, beside numbers that they write by the same indices: nobody else reads these at the same time, or somebody does.
// ThreadSanitizer sees it if two workers add to one number plainly.
#define NUMBERS 240
#include "check.h"

enum { HALF = NUMBERS / 2, FEW = 7 };
static int shuffled[NUMBERS], few[NUMBERS], from[NUMBERS], to[NUMBERS], colour[4];

// Two colours of edges between nodes, no two of which have a node in common.
static void make(void) {
  for (int i = 0; i < NUMBERS; i++) shuffled[i] = (i * 7 + 3) % NUMBERS, few[i] = i % FEW;
  int edge = 0;
  for (int c = 0; c < 2; c++) {
    for (int i = c; i + 1 < NUMBERS; i += 2) from[edge] = shuffled[i], to[edge++] = shuffled[i + 1];
    colour[c + 1] = edge;
  }
}

static void edges(const double *x, double *y, int n) {
#pragma omp parallel
  for (int c = 0; c < 2; c++) {
#pragma omp for
    for (int e = colour[c]; e < colour[c + 1]; e++) {
      int i = from[e], j = to[e];
      double mean = (x[i] + x[j]) * x[i];
      y[i] += mean, y[j] -= 0.5 * mean;
    }
  }
}
MODES(edges)

// The same, where it is known that arrays do not overlap.
static void apart(int n, const double *restrict x, double *restrict y) {
#pragma omp parallel for schedule(static, 3)
  for (int k = 0; k < n; k++) {
    int i = shuffled[k];
    y[i] += x[i] * x[i];
  }
}
static void known(const double *x, double *y, int n) { apart(n, x, y); }
MODES(known)

// Vectors of three numbers.
static void vectors(const double *x, double *y, int n) {
#pragma omp parallel for schedule(dynamic, 4)
  for (int k = 0; k < n / 3; k++) {
    int i = 3 * (shuffled[k] % (n / 3));
    double length = x[i] * x[i] + x[i + 1] * x[i + 1] + x[i + 2] * x[i + 2];
    if (k % (n / 3) == k) y[i] += length * x[i], y[i + 1] += length * x[i + 1], y[i + 2] += length * x[i + 2];
  }
}
MODES(vectors)

// Of structures, some members are read and others written.
typedef struct body {
  double at, force, pull;
} body;
static void members(const double *x, double *y, int n) {
  body *all = malloc(n * sizeof *all);
  for (int i = 0; i < n; i++) all[i] = (body){x[i], 0, x[n - 1 - i]};
#pragma omp parallel for
  for (int k = 0; k < n; k++) {
    body *own = all + shuffled[k];
    own->force += own->at * own->pull;
  }
  for (int i = 0; i < n; i++) y[i] = all[i].force;
  free(all);
}
MODES(members)

// A neighbour is read, too, beside which another worker may write.
static void neighbours(const double *x, double *y, int n) {
#pragma omp parallel for schedule(static, 1)
  for (int k = 0; k < n - 1; k++) {
    int i = shuffled[k];
    y[i] += x[i] * x[(i + 1) % n];
  }
}
MODES(neighbours)

// All workers read the same few numbers; each writes to numbers of its own by these indices.
static void own_array(const double *x, double *y, int n) {
#pragma omp parallel
  {
    double own[FEW] = {0};
#pragma omp for
    for (int k = 0; k < n; k++) {
      int i = few[k];
      own[i] += sin(x[i]) * x[k];
    }
#pragma omp critical
    for (int i = 0; i < FEW; i++) y[i] += own[i];
  }
}
MODES(own_array)

// Sums of which several workers take part in one.
static void atomics(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int k = 0; k < n; k++) {
    int i = few[k];
    double more = x[i] * x[k];
#pragma omp atomic
    y[i] += more;
  }
}
MODES(atomics)

// Read and written while no other worker is there; then read before the others wait.
static void one_by_one(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int k = 0; k < n; k++) {
    int i = few[k];
#pragma omp critical
    y[i] += x[i] * x[i];
  }
}
MODES(one_by_one)
static void before(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int k = 0; k < n; k++) {
    int i = few[k];
    double read = x[i] * x[i];
#pragma omp critical
    y[i] += read;
  }
}
MODES(before)

// Written in some iterations only: the others read what is written elsewhere.
static void sometimes(const double *x, double *y, int n) {
#pragma omp parallel for schedule(static, 1)
  for (int k = 0; k < n; k++) {
    int i = k < HALF ? k : n - 1 - k;
    double read = cos(x[i]);
    if (k < HALF) y[i] += read * x[i];
    else y[k] = read;
  }
}
MODES(sometimes)

// Two loops at the same time, beside whose reads two arrays are written.
static void two_loops(const double *x, double *y, int n) {
#pragma omp parallel
  {
#pragma omp for nowait schedule(static, 5)
    for (int k = 0; k < HALF; k++) {
      int i = shuffled[k] / 2;
      if (shuffled[k] % 2 == 0) y[i] += x[i] * x[i];
    }
#pragma omp for schedule(dynamic, 3)
    for (int k = 0; k < HALF; k++) {
      int i = shuffled[k] / 2;
      if (shuffled[k] % 2 == 0) y[HALF + i] += x[i] * sin(x[i]);
    }
  }
}
MODES(two_loops)

// In one iteration, two places are written beside reads of one array: another worker may have the one where this one has the other.
static void crossed(const double *x, double *y, int n) {
#pragma omp parallel for schedule(static, 1)
  for (int k = 0; k < HALF; k++) {
    int i = k, j = HALF - 1 - k;
    y[i] += x[i] * x[i];
    y[HALF + j] += sin(x[j]);
  }
}
MODES(crossed)
static void crossed_by_tables(const double *x, double *y, int n) {
  double *one = y, *other = y + HALF;
#pragma omp parallel for schedule(static, 1)
  for (int k = 0; k < HALF; k++) {
    int i = shuffled[2 * k] / 2, j = shuffled[2 * (HALF - 1 - k)] / 2;
    one[i] += x[i] * x[i];
    other[j] += sin(x[j]);
  }
}
MODES(crossed_by_tables)

// Two names of one array: what one worker reads by one, another one reads by the other.
static void __attribute__((noinline)) both(const double *one, const double *other, double *y, int n) {
#pragma omp parallel for schedule(static, 1)
  for (int k = 0; k < n; k++) {
    int i = shuffled[k] % n;
    if (shuffled[k] < n) y[i] += one[i] * other[i];
  }
}
static void overlapping(const double *x, double *y, int n) { both(x, x + 1, y, n - 1); }
MODES(overlapping)

// Elements that overlap.
static void halves(const double *x, double *y, int n) {
#pragma omp parallel for schedule(static, 1)
  for (int k = 0; k < HALF; k++) {
    int i = k;
    double sum = 0;
    for (int d = 0; d < 2; d++) sum += x[i + d] * (d + 1);
    y[i] += sum * x[i] * x[i + 1];
  }
}
MODES(halves)

// Constants are written to one place by all workers.
static void marked(const double *x, double *y, int n) {
  double *mark = calloc(n, sizeof *mark);
#pragma omp parallel for
  for (int k = 0; k < n; k++) {
    int i = few[k];
#pragma omp atomic write
    mark[i] = 1;
    y[k] = x[i] * x[k];
  }
  for (int i = 0; i < n; i++) y[i] += mark[i] * x[i];
  free(mark);
}
MODES(marked)

// A function that is called between loops lets workers pass one by one, or waits for tasks: it holds them apart no more than nothing.
static int passed;
static void __attribute__((noinline)) pass(void) {
#pragma omp critical
  passed++;
}
static void __attribute__((noinline)) wait_for_tasks(void) {
#pragma omp taskwait
}
static void between_loops(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel
  {
    double sum = 0;
    for (int again = 0; again < 100; again++) {
#pragma omp for nowait schedule(dynamic, 1)
      for (int k = 0; k < FEW; k++) sum += sin(x[k]) * x[k];
      pass();
#pragma omp for nowait schedule(dynamic, 1)
      for (int k = 0; k < FEW; k++) sum += cos(x[k]) * x[k];
      wait_for_tasks();
    }
#pragma omp atomic
    y[n - 1] += 1e-2 * sum;
  }
}
MODES(between_loops)

// The same with arrays that are written beside.
static void beside_in_two_loops(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel
  {
#pragma omp for nowait schedule(dynamic, 1)
    for (int k = 0; k < HALF; k++) {
      int i = shuffled[2 * k] / 2;
      y[i] += x[i] * x[i];
    }
    pass();
#pragma omp for schedule(dynamic, 1)
    for (int k = 0; k < HALF; k++) {
      int i = shuffled[2 * (HALF - 1 - k)] / 2;
      y[HALF + i] += sin(x[i]);
    }
  }
}
MODES(beside_in_two_loops)

int main(void) {
  make();
  CHECK(edges);
  CHECK(known);
  CHECK(vectors);
  CHECK(members);
  CHECK(neighbours);
  CHECK(own_array);
  CHECK(atomics);
  CHECK(one_by_one);
  CHECK(before);
  CHECK(sometimes);
  CHECK(two_loops);
  CHECK(crossed);
  CHECK(crossed_by_tables);
  CHECK(overlapping);
  CHECK(halves);
  CHECK(marked);
  CHECK(between_loops);
  CHECK(beside_in_two_loops);
  return failures != 0;
}
