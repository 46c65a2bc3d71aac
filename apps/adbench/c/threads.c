// What threads cost a gradient: kernels of one or several threads, each a primal and a gradient, medians of alternating runs. Compiled with and without
// -fopenmp: `make bench` shows both, so that the ratios can be compared.
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#endif

enum { POINTS = 1000000, RUNS = 21 };

// Each iteration reads elements of its own: plain additions.
static double map(const double *restrict x, const double *restrict z, double *restrict y) {
#pragma omp parallel for
  for (int i = 0; i < POINTS; i++) y[i] = 1.1 * x[i] * x[i] * z[i] + x[i] / (1 + z[i]);
  return 0;
}

static double sum(const double *restrict x, const double *restrict z, double *restrict y) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < POINTS; i++) s += x[i] * x[i] * z[i] + x[i] / (1 + z[i]);
  (void)y;
  return s;
}

// Neighbours: several iterations read an element.
static double stencil(const double *restrict x, const double *restrict z, double *restrict y) {
#pragma omp parallel for
  for (int i = 1; i < POINTS - 1; i++) y[i] = x[i] + 0.1 * z[i] * (x[i - 1] - 2 * x[i] + x[i + 1]);
  return 0;
}

// An index that the compiler does not know: atomic additions.
static int chosen[POINTS];

static double gather(const double *restrict x, const double *restrict z, double *restrict y) {
#pragma omp parallel for
  for (int i = 0; i < POINTS; i++) y[i] = x[chosen[i]] * z[i];
  return 0;
}

typedef double kernel(const double *restrict, const double *restrict, double *restrict);
typedef void mode(const double *, double *, const double *, double *, double *, double *);

#define GRADIENT(f)                                                                                                   \
  static void f##_gradient(const double *x, double *dx, const double *z, double *dz, double *y, double *dy) {         \
    __enzyme_autodiff_double((void *)f, enzyme_dup, x, dx, enzyme_dup, z, dz, enzyme_dup, y, dy);                     \
  }
GRADIENT(map)
GRADIENT(sum)
GRADIENT(stencil)
GRADIENT(gather)

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static void measure(const char *name, kernel *f, mode *gradient) {
  static double x[POINTS], z[POINTS], y[POINTS], dx[POINTS], dz[POINTS], dy[POINTS];
  double primal[RUNS], reverse[RUNS], kept = 0;
  for (int i = 0; i < POINTS; i++) x[i] = 1 + 1e-6 * i, z[i] = 2 - 1e-6 * i;
  for (int run = 0; run < RUNS; run++) {
    for (int i = 0; i < POINTS; i++) dx[i] = dz[i] = 0, dy[i] = 1;
    double begin = now();
    kept += f(x, z, y);
    primal[run] = now() - begin;
    begin = now();
    gradient(x, dx, z, dz, y, dy);
    reverse[run] = now() - begin;
  }
  qsort(primal, RUNS, sizeof *primal, order);
  qsort(reverse, RUNS, sizeof *reverse, order);
  double p = primal[RUNS / 2], g = reverse[RUNS / 2];
  printf("%-10s %8.2f ms %8.2f ms %6.2f%s\n", name, 1e3 * p, 1e3 * g, g / p, kept + y[1] + dx[1] == 0.5 ? " " : "");
}

int main(void) {
#ifdef _OPENMP
  printf("%d threads     primal    gradient  ratio\n", omp_get_max_threads());
#else
  printf("serial        primal    gradient  ratio\n");
#endif
  unsigned state = 1;
  for (int i = 0; i < POINTS; i++) chosen[i] = (int)((state = state * 1664525u + 1013904223u) % POINTS);
  measure("map", map, map_gradient);
  measure("sum", sum, sum_gradient);
  measure("stencil", stencil, stencil_gradient);
  measure("gather", gather, gather_gradient);
  return 0;
}
