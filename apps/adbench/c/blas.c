// blas.c: what adjoints of BLAS and LAPACK cost against the routines, in the time of one of them. Owns the programs and the table.
// A product of matrices has an adjoint of two products: the aim is 2.2 times its time, besides the product itself.
//
//     enzyme-cc -O2 blas.c -o blas -lopenblas -lm && ./blas
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

extern void __enzyme_autodiff(void *, ...);
extern int enzyme_const, enzyme_dup;

void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *, const int *,
            const double *, const int *, const double *, double *, const int *);
void dgemv_(const char *, const int *, const int *, const double *, const double *, const int *, const double *, const int *,
            const double *, double *, const int *);
void dsyrk_(const char *, const char *, const int *, const int *, const double *, const double *, const int *, const double *,
            double *, const int *);
void dtrsm_(const char *, const char *, const char *, const char *, const int *, const int *, const double *, const double *,
            const int *, double *, const int *);
void dpotrf_(const char *, const int *, double *, const int *, int *);
void dgesv_(const int *, const int *, double *, const int *, int *, double *, const int *, int *);
double ddot_(const int *, const double *, const int *, const double *, const int *);

static const double unit = 1, zero = 0;
static const int one = 1;

static void gemm(const double *a, const double *b, double *c, int n) {
  dgemm_("N", "N", &n, &n, &n, &unit, a, &n, b, &n, &zero, c, &n);
}
static void syrk(const double *a, const double *b, double *c, int n) {
  (void)b;
  dsyrk_("L", "N", &n, &n, &unit, a, &n, &zero, c, &n);
}
static void trsm(const double *a, const double *b, double *c, int n) {
  (void)b;
  dtrsm_("L", "L", "N", "N", &n, &n, &unit, a, &n, c, &n);
}
static void gemv(const double *a, const double *b, double *c, int n) {
  dgemv_("N", &n, &n, &unit, a, &n, b, &one, &zero, c, &one);
}
static void dot(const double *a, const double *b, double *c, int n) {
  int all = n * n;
  c[0] = ddot_(&all, a, &one, b, &one);
}
static void potrf(const double *a, const double *b, double *c, int n) {
  (void)a, (void)b;
  int info;
  dpotrf_("L", &n, c, &n, &info);
}
static void gesv(const double *a, const double *b, double *c, int n) {
  int info, *pivots = malloc(sizeof(int) * n);
  double *factors = malloc(sizeof(double) * n * n);
  (void)b;
  memcpy(factors, a, sizeof(double) * n * n);
  dgesv_(&n, &one, factors, &n, pivots, c, &n, &info);
  free(factors);
  free(pivots);
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static double *matrix(int n, int positive) {
  double *m = malloc(sizeof(double) * n * n);
  for (int i = 0; i < n * n; i++)
    m[i] = positive ? 1.0 / (1 + i % 7) : sin(i);
  for (int i = 0; i < n; i++)
    m[i * (n + 1)] += 2 * n;
  return m;
}

enum { SAMPLES = 9 };

// The least of some times of the routine, and of its gradient.
#define MEASURE(f, n, positive)                                                                                        \
  do {                                                                                                                 \
    double *a = matrix(n, 0), *b = matrix(n, 0), *c = matrix(n, positive), *start = matrix(n, positive);               \
    double *da = matrix(n, 0), *db = matrix(n, 0), *dc = matrix(n, 0), primal = 1e9, gradient = 1e9;                   \
    for (int sample = 0; sample < SAMPLES; sample++) {                                                                 \
      memcpy(c, start, sizeof(double) * n * n);                                                                        \
      double from = now();                                                                                             \
      f(a, b, c, n);                                                                                                   \
      double between = now();                                                                                          \
      memcpy(c, start, sizeof(double) * n * n);                                                                        \
      double again = now();                                                                                            \
      __enzyme_autodiff((void *)f, enzyme_dup, a, da, enzyme_dup, b, db, enzyme_dup, c, dc, enzyme_const, n);          \
      gradient = fmin(gradient, now() - again);                                                                        \
      primal = fmin(primal, between - from);                                                                           \
      memcpy(dc, start, sizeof(double) * n * n);                                                                       \
    }                                                                                                                  \
    printf("%-8s %6d %12.1f us %12.1f us %8.2f %8.2f\n", #f, n, 1e6 * primal, 1e6 * gradient, gradient / primal,       \
           gradient / primal - 1);                                                                                     \
    free(a), free(b), free(c), free(start), free(da), free(db), free(dc);                                              \
  } while (0)

int main(void) {
  printf("%-8s %6s %15s %15s %8s %8s\n", "routine", "n", "routine", "gradient", "ratio", "adjoint");
  MEASURE(gemm, 16, 0);
  MEASURE(gemm, 128, 0);
  MEASURE(gemm, 1000, 0);
  MEASURE(syrk, 1000, 0);
  MEASURE(trsm, 1000, 0);
  MEASURE(gemv, 1000, 0);
  MEASURE(dot, 1000, 0);
  MEASURE(potrf, 1000, 1);
  MEASURE(gesv, 1000, 0);
  return 0;
}
