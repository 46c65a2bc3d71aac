/* BLAS calls where programs have them: in loops, in functions that stay calls, on memory of the stack and of the heap that ends
 * before the reverse pass, several directions at once, halves that the program calls. Against central differences.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <enzyme_rs/enzyme.h>

void dgemm_(const char *, const char *, const int *, const int *, const int *, const double *, const double *,
            const int *, const double *, const int *, const double *, double *, const int *);
void dgemv_(const char *, const int *, const int *, const double *, const double *, const int *, const double *,
            const int *, const double *, double *, const int *);
void dpotrf_(const char *, const int *, double *, const int *, int *);
void dpotrs_(const char *, const int *, const int *, const double *, const int *, double *, const int *, int *);
double ddot_(const int *, const double *, const int *, const double *, const int *);
double dnrm2_(const int *, const double *, const int *);
void daxpy_(const int *, const double *, const double *, const int *, double *, const int *);

double __enzyme_autodiff(void *, ...);
double __enzyme_fwddiff(void *, ...);

enum { N = 4, SIZE = N * N };
static const int n = N, one = 1;

/* A matrix is multiplied again and again in the same memory. */
static double power(const double *x, int steps) {
  double a[SIZE], b[SIZE], alpha = 0.4, beta = 0.1;
  memcpy(a, x, sizeof a);
  for (int i = 0; i < SIZE; i++)
    b[i] = 0.1 * i - x[i];
  for (int step = 0; step < steps; step++) {
    dgemm_("N", "T", &n, &n, &n, &alpha, x, &n, a, &n, &beta, b, &n);
    memcpy(a, b, sizeof a);
    alpha = 0.5 * dnrm2_(&n, a, &one);
  }
  return ddot_(&n, a, &one, b + N, &one) + alpha;
}

/* The result of a routine goes through a function that stays a call, and its memory is gone when that is reversed. */
__attribute__((noinline)) static double inner(const double *x, double *y, int k) {
  double minus = -1, zero = 0, scale = y[0];
  double *scratch = malloc(sizeof(double) * N);
  double stack[N];
  dgemv_("N", &n, &n, &scale, x, &n, y, &one, &zero, scratch, &one);
  for (int i = 0; i < N; i++)
    stack[i] = sin(scratch[i]) * k;
  daxpy_(&n, &minus, stack, &one, y, &one);
  double r = ddot_(&n, stack, &one, scratch, &one);
  free(scratch);
  return r;
}

static double calls(const double *x, int steps) {
  double y[N], sum = 0;
  for (int i = 0; i < N; i++)
    y[i] = x[i] + 0.3;
  for (int step = 1; step <= steps; step++) {
    double more = inner(x, y, step);
    sum += more;
    y[step % N] *= more;
  }
  return sum + y[1];
}

/* Each iteration has memory of its own. */
static double solves(const double *x, int steps) {
  double sum = 0;
  for (int step = 0; step < steps; step++) {
    int info;
    double alpha = 1, beta = 0;
    double *a = malloc(sizeof(double) * SIZE), *b = malloc(sizeof(double) * N);
    dgemm_("N", "T", &n, &n, &n, &alpha, x, &n, x, &n, &beta, a, &n);
    for (int i = 0; i < N; i++)
      a[i * (N + 1)] += 1 + step, b[i] = x[i] * (step + 1) + sum;
    dpotrf_("L", &n, a, &n, &info);
    dpotrs_("L", &n, &one, a, &n, b, &n, &info);
    sum += ddot_(&n, b, &one, x, &one);
    free(a);
    free(b);
  }
  return sum;
}

/* Only one branch has a call, and its matrix is a constant. */
static double chosen(const double *x, int steps) {
  double table[SIZE], y[N] = {0}, alpha = 2, beta = 1;
  for (int i = 0; i < SIZE; i++)
    table[i] = i % 5 - 2;
  for (int step = 0; step < steps; step++)
    if (x[step] > 0)
      dgemv_("T", &n, &n, &alpha, table, &n, x + step, &one, &beta, y, &one);
    else
      y[step % N] += x[step] * x[0];
  return dnrm2_(&n, y, &one);
}

typedef double program(const double *, int);

static int failures;

static void check(const char *name, int i, const char *what, double got, double want) {
  int good = fabs(got - want) <= 1e-7 * (1 + fabs(want));
  failures += !good;
  printf("%s %s %s[%d]: got %.15g, want %.15g\n", good ? "PASS" : "FAIL", name, what, i, got, want);
}

static double difference(program *f, const double *x, int steps, int i) {
  double h = 1e-4, at[SIZE], d[4];
  for (int s = 0; s < 4; s++) {
    memcpy(at, x, sizeof at);
    at[i] += h * (s < 2 ? s - 2 : s - 1);
    d[s] = f(at, steps);
  }
  return (d[0] - 8 * d[1] + 8 * d[2] - d[3]) / (12 * h);
}

#define CHECK(f)                                                                                   \
  do {                                                                                             \
    double x[SIZE], bar[SIZE] = {0}, half[SIZE] = {0}, two[2][SIZE] = {{0}};                       \
    for (int i = 0; i < SIZE; i++)                                                                 \
      x[i] = sin(3 * i + 1) + (i % (N + 1) == 0);                                                  \
    __enzyme_autodiff((void *)f, enzyme_dup, x, bar, enzyme_const, 3);                             \
    __enzyme_autodiff((void *)f, enzyme_width, 2, enzyme_dup, x, two[0], two[1], enzyme_const, 3); \
    for (int i = 0; i < SIZE; i++) {                                                               \
      double v[SIZE] = {0}, want = difference(f, x, 3, i);                                         \
      v[i] = 1;                                                                                    \
      double tangent = __enzyme_fwddiff((void *)f, enzyme_dup, x, v, enzyme_const, 3);             \
      check(#f, i, "reverse", bar[i], want);                                                       \
      check(#f, i, "forward", tangent, want);                                                      \
      check(#f, i, "first of two", two[0][i], want);                                               \
      check(#f, i, "second of two", two[1][i], want);                                              \
    }                                                                                              \
    (void)half;                                                                                    \
  } while (0)

int main(void) {
  CHECK(power);
  CHECK(calls);
  CHECK(solves);
  CHECK(chosen);
  return failures != 0;
}
