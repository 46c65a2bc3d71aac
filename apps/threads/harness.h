// What the programs of this folder share: a program is a function of many numbers that returns one, with its gradient and its derivative along a direction.
//
// Owns: the checks of a gradient, its times, and what the command line says. Without an argument a program checks itself, and prints a line PASS or FAIL
// for each check; with `bench` it prints a line of times.
#pragma once
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef _OPENMP
#include <omp.h>
#endif

typedef struct program {
  const char *name;
  int inputs;
  double *at, *along;
  double (*value)(const double *x);
  void (*gradient)(const double *x, double *dx);
  double (*tangent)(const double *x, const double *v);
  // Of programs that run on several ranks, each with inputs of its own: the sum of what they have, and whether this rank prints nothing.
  double (*over_ranks)(double mine);
  int is_silent;
  // Whether the number of workers is not OpenMP's to change.
  int has_one_team;
} program;

static int failures;

// Numbers between 0 and 1 that look random.
static inline double chosen(int i) { return fmod(0.6180339887498949 * (i + 1), 1.0); }

static inline double *numbers(size_t count) { return (double *)calloc(count, sizeof(double)); }

static inline double inner(const double *a, const double *b, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static inline double of_all(const program *p, double mine) { return p->over_ranks ? p->over_ranks(mine) : mine; }

// Errors of several ranks are added up.
static inline void judge(const program *p, const char *what, double error, double allowed) {
  double sum = of_all(p, error);
  int right = sum <= allowed;
  if (!right) failures++;
  if (!p->is_silent) printf("%s %s: %s, %.1e\n", right ? "PASS" : "FAIL", p->name, what, sum);
}

static inline double at_distance(const program *p, double h) {
  double *x = numbers(p->inputs);
  for (int i = 0; i < p->inputs; i++) x[i] = p->at[i] + h * p->along[i];
  double found = p->value(x);
  free(x);
  return found;
}

// How far a derivative is from differences of fourth order, with the best of a few steps.
static inline double off_differences(const program *p, double derivative) {
  double least = INFINITY;
  for (double h = 1e-2; h > 1e-6; h /= 4) {
    double near = at_distance(p, h) - at_distance(p, -h), far = at_distance(p, 2 * h) - at_distance(p, -2 * h);
    least = fmin(least, fabs((8 * near - far) / (12 * h) - derivative) / fabs(derivative));
  }
  return least;
}

static inline double off_entries(const double *a, const double *b, int n) {
  double error = 0, scale = 0;
  for (int i = 0; i < n; i++) error = fmax(error, fabs(a[i] - b[i])), scale = fmax(scale, fabs(b[i]));
  return error / scale;
}

#ifdef _OPENMP
static inline void check_teams(const program *p, const double *gradient, double tangent) {
  double *again = numbers(p->inputs);
  for (int workers = 2; workers <= 4 && !p->has_one_team; workers++) {
    char what[60];
    omp_set_num_threads(workers);
    memset(again, 0, p->inputs * sizeof *again);
    p->gradient(p->at, again);
    snprintf(what, sizeof what, "gradients of 1 and %d workers", workers);
    judge(p, what, off_entries(again, gradient, p->inputs), 1e-11);
    snprintf(what, sizeof what, "forward mode of 1 and %d workers", workers);
    judge(p, what, fabs(p->tangent(p->at, p->along) - tangent) / fabs(tangent), 1e-11);
  }
  free(again);
}
#endif

static inline void check(const program *p) {
  double *dx = numbers(p->inputs);
#ifdef _OPENMP
  omp_set_num_threads(1);
#endif
  p->gradient(p->at, dx);
  double reverse = of_all(p, inner(dx, p->along, p->inputs)), forward = p->tangent(p->at, p->along);
  judge(p, "reverse and forward mode", fabs(reverse - forward) / fabs(forward), 1e-10);
  judge(p, "forward mode and differences", off_differences(p, forward), 1e-7);
#ifdef _OPENMP
  check_teams(p, dx, forward);
#endif
  free(dx);
}

static inline double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static inline int order(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static inline double median(double *of, int count) {
  qsort(of, count, sizeof *of, order);
  return of[count / 2];
}

enum { MODES = 3, RUNS = 15, TEAMS = 2 };
static double kept;

// Zeroes numbers, as the program's own loops would.
static inline void forget(double *of, int count) {
#pragma omp parallel for
  for (int i = 0; i < count; i++) of[i] = 0;
}

// Primal, gradient, which includes zeroing its shadow, and derivative along a direction.
static inline void run_modes(const program *p, double *dx, double *times) {
  double begin[MODES + 1];
  begin[0] = now();
  kept += p->value(p->at);
  begin[1] = now();
  forget(dx, p->inputs);
  p->gradient(p->at, dx);
  begin[2] = now();
  kept += p->tangent(p->at, p->along);
  begin[3] = now();
  for (int mode = 0; mode < MODES; mode++) times[mode] = begin[mode + 1] - begin[mode];
}

static inline void print_times(const program *p, const char *workers, double times[RUNS][MODES]) {
  double of[MODES], column[RUNS];
  for (int mode = 0; mode < MODES; mode++) {
    for (int run = 0; run < RUNS; run++) column[run] = 1e3 * times[run][mode];
    of[mode] = median(column, RUNS);
  }
  if (p->is_silent) return;
  printf("%-20s %9s %9.2f ms %9.2f ms %6.2f %9.2f ms %6.2f\n", p->name, workers, of[0], of[1], of[1] / of[0], of[2], of[2] / of[0]);
}

// Medians of alternating runs: serially, or by one worker and by two.
static inline void measure(const program *p) {
  static double times[TEAMS][RUNS][MODES];
  double *dx = numbers(p->inputs);
#ifdef _OPENMP
  int first = p->has_one_team ? omp_get_max_threads() : 1, last = p->has_one_team ? first : TEAMS;
  for (int run = -1; run < RUNS; run++)
    for (int workers = first; workers <= last; workers++) {
      omp_set_num_threads(workers);
      run_modes(p, dx, times[workers - first][run < 0 ? 0 : run]);
    }
  for (int workers = first; workers <= last; workers++) {
    char text[12];
    snprintf(text, sizeof text, "%d", workers);
    print_times(p, text, times[workers - first]);
  }
#else
  for (int run = -1; run < RUNS; run++) run_modes(p, dx, times[0][run < 0 ? 0 : run]);
  print_times(p, "serial", times[0]);
#endif
  free(dx);
}

static inline int is_bench(int count, char **arguments) { return count > 1 && strcmp(arguments[1], "bench") == 0; }
