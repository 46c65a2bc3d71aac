// Regions that read parts of arrays which later regions overwrite: each worker copies what it reads. ThreadSanitizer sees it if one copies what another
// one writes.
#define NUMBERS 360
#include "check.h"

typedef void region(const double *from, double *to, int n);

// Some steps from one array to the other one and back.
static inline void steps(region *step, const double *x, double *y, int n) {
  double *one = malloc(n * sizeof *one), *other = malloc(n * sizeof *other);
  for (int i = 0; i < n; i++) one[i] = x[i], other[i] = 0;
  for (int k = 0; k < 2; k++) {
    step(one, other, n);
    step(other, one, n);
  }
  for (int i = 0; i < n; i++) y[i] = one[i];
  free(one), free(other);
}

#define STEPS(name)                                                                          \
  static void by_##name(const double *x, double *y, int n) { steps(name, x, y, n); }         \
  MODES(by_##name)

static void lines(const double *from, double *to, int n) {
#pragma omp parallel for
  for (int i = 1; i < n - 1; i++) to[i] = from[i - 1] * from[i] + 0.3 * sin(from[i + 1] * from[i]);
}
STEPS(lines)

static void dynamic(const double *from, double *to, int n) {
#pragma omp parallel for schedule(dynamic, 7)
  for (int i = 1; i < n - 1; i++) to[i] = from[i - 1] * from[i] + 0.3 * sin(from[i + 1] * from[i]);
}
STEPS(dynamic)

static int width = 9, height = 8;
static void planes(const double *from, double *to, int n) {
  int wide = width, high = height, deep = n / (wide * high);
#pragma omp parallel for
  for (int k = 1; k < deep - 1; k++)
    for (int j = 1; j < high - 1; j++)
      for (int i = 1; i < wide - 1; i++) {
        int at = (k * high + j) * wide + i;
        to[at] = from[at] * (from[at - 1] + from[at + 1]) * 0.4 + from[at - wide] * from[at + wide] * 0.3 +
                 from[at - high * wide] * from[at + high * wide] * 0.2;
      }
}
STEPS(planes)

static void collapsed(const double *from, double *to, int n) {
  int wide = width, rows = n / wide;
#pragma omp parallel for collapse(2) schedule(guided)
  for (int j = 1; j < rows - 1; j++)
    for (int i = 1; i < wide - 1; i++) {
      int at = j * wide + i;
      to[at] = from[at - 1] * from[at + 1] * 0.5 + from[at - wide] * from[at + wide] * 0.4;
    }
}
STEPS(collapsed)

// All of one array by each worker.
static void sums(const double *from, double *to, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k < 20; k++) sum += sin(from[i] * from[k]);
    to[i] = 0.1 * sum;
  }
}
STEPS(sums)

// Two loops in one region: the second one overwrites what the first one read, behind a barrier.
static void two_loops(const double *from, double *to, int n) {
  double *own = (double *)from;
#pragma omp parallel
  {
#pragma omp for
    for (int i = 1; i < n - 1; i++) to[i] = from[i - 1] * from[i + 1];
#pragma omp for
    for (int i = 0; i < n; i++) own[i] = 0.5 * own[i] * own[i] + 0.1 * to[i];
  }
}
STEPS(two_loops)

// Even numbers are read while odd ones of the same array are written.
typedef struct pair {
  double read, written;
} pair;
static void halves(const double *from, double *to, int n) {
  const pair *in = (const pair *)from;
  pair *out = (pair *)to, *own = (pair *)from;
#pragma omp parallel for
  for (int i = 1; i < n / 2 - 1; i++) {
    own[i].written = in[i - 1].read * in[i + 1].read;
    out[i].read = own[i].written * in[i].read;
    out[i].written = in[i].read;
  }
}
STEPS(halves)

int main(void) {
  CHECK(by_lines);
  CHECK(by_dynamic);
  CHECK(by_planes);
  CHECK(by_collapsed);
  CHECK(by_sums);
  CHECK(by_two_loops);
  CHECK(by_halves);
  return failures != 0;
}
