// Prefix sums: `reduction(inscan, …)` with `scan inclusive` and `exclusive`.
#include "check.h"

static void inclusive(const double *x, double *y, int n) {
  double s = x[0];
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < n; i++) {
    s += x[i] * x[i];
#pragma omp scan inclusive(s)
    y[i] = s * x[i];
  }
  y[0] += s * s;
}

static void exclusive(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel for reduction(inscan, + : s)
  for (int i = 0; i < n; i++) {
    y[i] = s * x[i];
#pragma omp scan exclusive(s)
    s += sin(x[i]);
  }
  y[1] += s;
}

// Of another operator, and two at once.
static void product(const double *x, double *y, int n) {
  double p = 1, q = 0.5;
#pragma omp parallel for reduction(inscan, * : p) reduction(inscan, + : q)
  for (int i = 0; i < n; i++) {
    p *= 0.7 + x[i] * 0.3;
    q += x[i] * x[n - 1 - i];
#pragma omp scan inclusive(p, q)
    y[i] = p * q;
  }
}

static void maximum(const double *x, double *y, int n) {
  double m = -1e300;
#pragma omp parallel for reduction(inscan, max : m)
  for (int i = 0; i < n; i++) {
    double v = x[i] * x[(i * 7) % n];
    if (v > m) m = v;
#pragma omp scan inclusive(m)
    y[i] = m * x[i];
  }
}

// Of what another region computed, in chunks. (clang 22 gives each worker a buffer of its own where `for` stands in a region by itself.)
static void chunks(const double *x, double *y, int n) {
  double s = 0;
  double *z = malloc(n * sizeof *z);
#pragma omp parallel for
  for (int i = 0; i < n; i++) z[i] = x[i] * x[(i + 3) % n];
#pragma omp parallel for reduction(inscan, + : s) schedule(static, 2)
  for (int i = 0; i < n; i++) {
    s += z[i];
#pragma omp scan inclusive(s)
    y[i] = s * z[i];
  }
  free(z);
}

// `simd`: one worker.
static void of_lanes(const double *x, double *y, int n) {
  double s = 0;
#pragma omp simd reduction(inscan, + : s)
  for (int i = 0; i < n; i++) {
    s += x[i] * x[i];
#pragma omp scan inclusive(s)
    y[i] = s * x[i];
  }
}

MODES(inclusive)
MODES(exclusive)
MODES(product)
MODES(maximum)
MODES(chunks)
MODES(of_lanes)

int main(void) {
  CHECK_BITS(inclusive);
  CHECK_BITS(exclusive);
  CHECK_BITS(product);
  CHECK(maximum);
  CHECK(chunks);
  CHECK_BITS(of_lanes);
  return failures != 0;
}
