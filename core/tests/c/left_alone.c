/* Calls that read several arrays, of which the caller overwrites some before they are reversed: what they read of the others is read again. */
#include "check.h"

enum { STEPS = 200 };

/* Large enough not to be inlined, with a product that needs both arrays. */
__attribute__((noinline)) static double weighted(const double *w, const double *state, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int k = 0; k < n; k++)
      sum += sin(w[i] * state[k]) * w[k];
  return sum;
}

__attribute__((noinline)) static void advance(double *state, const double *w, double by, int n) {
  for (int i = 0; i < n; i++)
    state[i] = 0.9 * state[i] + 0.01 * by * w[n - 1 - i];
}

/* Nobody writes w. */
static double weights(double *w, int n) {
  double *state = malloc(n * sizeof *state), sum = 0;
  for (int i = 0; i < n; i++)
    state[i] = w[i] * w[i];
  for (int step = 0; step < STEPS; step++) {
    double value = weighted(w, state, n);
    advance(state, w, value, n);
    sum += value * value;
  }
  free(state);
  return sum;
}

/* Two parameters, one of which is written: they may be one array. */
__attribute__((noinline)) static double both(double *read, double *written, int n) {
  double sum = 0;
  for (int step = 0; step < 10; step++) {
    double value = weighted(read, read, n);
    advance(written, written, value, n);
    sum += value * written[step % n];
  }
  return sum;
}
static double one_array(double *x, int n) { return both(x, x, n); }
static double overlapping(double *x, int n) { return both(x + 1, x, n - 1); }
static double halves(double *x, int n) { return both(x, x + n / 2, n / 2); }

/* Written behind the last call that reads it, by the next iteration of the loop around. */
static double written_behind(double *x, int n) {
  double *own = malloc(n * sizeof *own), sum = 0;
  for (int step = 0; step < 10; step++) {
    for (int i = 0; i < n; i++)
      own[i] = x[i] * (1 + 0.1 * step);
    sum += weighted(x, own, n) * weighted(own, x, n);
  }
  free(own);
  return sum;
}

/* What leads to the numbers is written, and not the numbers. */
typedef struct pair {
  double *first, *second;
} pair;
__attribute__((noinline)) static double of_pair(const pair *p, int n) {
  return weighted(p->first, p->second, n) + p->first[0] * p->second[n - 1];
}
static double exchanged(double *x, int n) {
  double *own = malloc(n * sizeof *own), sum = 0;
  for (int i = 0; i < n; i++)
    own[i] = cos(x[i]);
  pair p = {x, own};
  for (int step = 0; step < 10; step++) {
    sum += of_pair(&p, n) * (1 + step);
    double *first = p.first;
    p.first = p.second;
    p.second = first;
  }
  free(own);
  return sum;
}

/* Freed before the call is reversed, and obtained again. */
static double obtained_again(double *x, int n) {
  double sum = 0;
  for (int step = 0; step < 10; step++) {
    double *own = malloc(n * sizeof *own);
    for (int i = 0; i < n; i++)
      own[i] = x[(i + step) % n] * 0.5;
    sum += weighted(own, x, n);
    free(own);
  }
  return sum;
}

int main(void) {
  double x[] = {0.3, -0.7, 0.9, 0.1, 0.6, -0.2, 0.8, 0.45};
  CHECK_GRADIENT(weights, x, 8);
  CHECK_GRADIENT(one_array, x, 8);
  CHECK_GRADIENT(overlapping, x, 8);
  CHECK_GRADIENT(halves, x, 8);
  CHECK_GRADIENT(written_behind, x, 8);
  CHECK_GRADIENT(exchanged, x, 8);
  CHECK_GRADIENT(obtained_again, x, 8);
  return failures != 0;
}
