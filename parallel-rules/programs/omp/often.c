// Numbers that all workers read, more often than there are: each worker adds to numbers of its own, which are added up behind the region. Sums are the same
// each time where workers have the same iterations. Where more than reading is done there, additions stay in the shadow itself.
#define NUMBERS 120
#include "check.h"

static int table[16 * NUMBERS];

static void make(void) {
  for (int k = 0; k < 16 * NUMBERS; k++) table[k] = (k * 37 + k / 7) % NUMBERS;
}

static void pairs(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) {
      if (j == i) continue;
      double d = x[i] - x[j];
      sum += x[i] / (d * d + 0.3);
    }
    y[i] = sum;
  }
}
MODES(pairs)

static void scattered(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel for schedule(static, 3)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 16 * i; k < 16 * i + 16; k++) sum += x[table[k]] * x[table[k]];
    y[i] = sum * sum;
  }
}
MODES(scattered)

static void in_any_order(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 16 * i; k < 16 * i + 16; k++) sum += exp(0.1 * x[table[k]]);
    y[i] = sum;
  }
}
MODES(in_any_order)

// What lies between the numbers is none: it stays as it is.
struct item {
  double x;
  int next, part;
  const double *of;
  double y;
};
static void items(const double *restrict x, double *restrict y, int n) {
  struct item *all = malloc(n * sizeof *all);
  for (int i = 0; i < n; i++) {
    struct item one = {x[i], table[i], i % 3, x + table[i + 1], x[i] * x[n - 1 - i]};
    all[i] = one;
  }
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 16 * i; k < 16 * i + 16; k++) {
      const struct item *item = &all[table[k]];
      sum += item->x * item->part * all[item->next].y;
    }
    y[i] = sum;
  }
  for (int i = 0; i < n; i++) y[i] += *all[i].of * all[i].x;
  free(all);
}
MODES(items)

// The region itself has written what it reads behind the barrier.
static void written(const double *restrict x, double *restrict y, int n) {
  double *a = malloc(n * sizeof *a);
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) a[i] = x[i] * x[(i + 1) % n];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = 16 * i; k < 16 * i + 16; k++) sum += a[table[k]] * a[i];
      y[i] = sum;
    }
  }
  free(a);
}
MODES(written)

// Read by all in one loop, and element by element in another one.
static void two_ways(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = 16 * i; k < 16 * i + 16; k++) sum += x[table[k]] * x[table[k]];
      y[i] = sum;
    }
#pragma omp for schedule(dynamic, 5)
    for (int i = 0; i < n; i++) y[i] *= x[i];
  }
}
MODES(two_ways)

// Regions in a loop, each with numbers of its own; and a part of the array alone.
static void again(const double *restrict x, double *restrict y, int n) {
  double *a = malloc(n * sizeof *a);
  memcpy(a, x, n * sizeof *a);
  for (int step = 0; step < 3; step++) {
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = 16 * i; k < 16 * i + 16; k++) sum += a[n / 4 + table[k] / 2] * x[table[k]];
      y[i] = 0.1 * sum;
    }
    for (int i = 0; i < n; i++) a[i] += 0.1 * y[i];
  }
  free(a);
}
MODES(again)

// Fewer iterations than workers: some read nothing.
static void idle(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < 3; i++) {
    double sum = 0;
    for (int k = 0; k < 16 * n; k++) sum += x[table[k]] * x[(table[k] + i) % n];
    y[i] = sum;
  }
}
MODES(idle)

// A part of a mesh: each worker reads most of it alone, and what lies at its borders is read by others, too. It adds to numbers of its own there, instead of
// what lies below its part, and above.
static inline double around(const double *x, int i, int n) {
  double sum = 0;
  for (int k = -8; k < 8; k++) {
    int at = i + table[i + 8 + k] % 5 - 2;
    at = at < 0 ? 0 : at >= n ? n - 1 : at;
    sum += (k + 9.5) * x[at] * x[at] + x[i];
  }
  return sum;
}

static void meshes(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    double sum = around(x, i, n);
    y[i] = sum * sum;
  }
}
MODES(meshes)

// The same where nobody has said that `y` is other memory: workers remember where they write.
static void elsewhere(const double *x, double *y, int n) {
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) {
    double sum = around(x, i, n);
    if (i % 4) y[i] = sum * sum;
    else y[i] = sum;
  }
}
MODES(elsewhere)

// What is read has been written in the region, behind another pointer: numbers of one's own would come too late for the loop that wrote it.
struct two {
  double *one, *other;
};
static void behind(const double *x, double *y, int n) {
  double *a = malloc(n * sizeof *a);
  struct two both = {a, a};
#pragma omp parallel
  {
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) both.one[i] = x[i] * x[(i + 1) % n];
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      double sum = 0;
      for (int k = 16 * i; k < 16 * i + 16; k++) sum += both.other[table[k]] * both.other[i];
      y[i] = sum;
    }
  }
  free(a);
}
MODES(behind)

int main(void) {
  make();
  CHECK_BITS(meshes);
  CHECK_BITS(elsewhere);
  CHECK(behind);
  CHECK_BITS(pairs);
  CHECK_BITS(scattered);
  CHECK(in_any_order);
  CHECK(items);
  CHECK(written);
  CHECK(two_ways);
  CHECK_BITS(again);
  CHECK(idle);
  return failures != 0;
}
