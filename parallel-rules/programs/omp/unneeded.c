// Results at which nobody looks: they are not stored where the derivative does without. Regions that read them again, in the same region or in another
// one, by the same name or by another, still find them.
#define UNNEEDED
#include "check.h"

static void written(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = exp(x[i]) * sqrt(x[(i + 1) % n]);
}
MODES(written)

static void summed(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int j = 0; j < n; j++) sum += sin(x[i] * x[j]);
    y[i] = sum;
  }
}
MODES(summed)

// In the region: each number follows from the one before.
static void read_in_it(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) y[i] = x[i] * x[i];
#pragma omp single
    for (int i = 1; i < n; i++) y[i] = sin(y[i - 1]) + x[i];
  }
}
MODES(read_in_it)

static void read_behind(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = x[i] * x[i];
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = y[i] * y[i] + x[n - 1 - i];
}
MODES(read_behind)

static void read_by_caller(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = cos(x[i]);
  y[0] += y[n - 1] * y[n / 2];
}
MODES(read_by_caller)

// The second region reads by what a variable says.
static void read_by_variable(const double *restrict x, double *restrict y, int n) {
  double *where[2] = {y, y};
#pragma omp parallel for
  for (int i = 0; i < n; i++) where[0][i] = x[i] * x[n - 1 - i];
#pragma omp parallel for
  for (int i = 0; i < n; i++) where[1][i] *= x[i];
}
MODES(read_by_variable)

// Without a promise the names may lead to the same memory: here they do.
static void shifted(const double *from, double *to, int n) {
#pragma omp parallel for ordered schedule(static, 1)
  for (int i = 0; i < n; i++) {
#pragma omp ordered
    to[i] = sin(from[i]) + from[i];
  }
}
static void by_another_name(const double *restrict x, double *restrict y, int n) {
  y[0] = x[0];
  for (int i = 1; i < n; i++) y[i] = 0.1 * x[i];
  shifted(y, y + 1, n - 1);
}
MODES(by_another_name)

static void tasks(const double *restrict x, double *restrict y, int n) {
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < n; k += 8) {
#pragma omp task firstprivate(k)
    for (int i = k; i < n && i < k + 8; i++) y[i] = exp(0.5 * x[i]) * x[(i + k) % n];
  }
}
MODES(tasks)

// What one call stores last, the next one reads first.
__attribute__((noinline)) static void call(const double *x, double *y) {
  double sum = 0;
  for (int k = 0; k < 3; k++) sum += sin(x[k]) * y[0];
  y[0] = sum + x[4];
}
static void called_again(const double *restrict x, double *restrict y, int n) {
  for (int t = 0; t < 4; t++) call(x + t, y);
}
MODES(called_again)

__attribute__((noinline)) static void deeper(const double *restrict x, double *restrict y, int n) {
  double before = y[0];
  if (n > 3) deeper(x + 1, y, n - 1);
  y[0] = before * y[0] + x[0];
}
static void recursive(const double *restrict x, double *restrict y, int n) {
  for (int t = 0; t < 2; t++) deeper(x, y, 8);
}
MODES(recursive)

static void regions_again(const double *restrict x, double *restrict y, int n) {
  for (int t = 0; t < 3; t++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) y[i] = y[i] * y[i] + x[i];
  }
}
MODES(regions_again)

int main(void) {
  CHECK_BITS(written);
  CHECK(summed);
  CHECK(read_in_it);
  CHECK(read_behind);
  CHECK(read_by_caller);
  CHECK(read_by_variable);
  CHECK(by_another_name);
  CHECK(tasks);
  CHECK(called_again);
  CHECK(recursive);
  CHECK(regions_again);
  return failures != 0;
}
