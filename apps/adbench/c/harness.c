// harness.c: checks and times one problem and prints one JSON object. Owns the differences, the dot
// product test, the interleaved timing and the report; knows no problem and no engine hook.
#define _POSIX_C_SOURCE 200809L
#include "harness.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The engine's runtime may count the bytes on its tapes.
uint64_t enzyme_rs_tape_peak_bytes(void) __attribute__((weak));

// ---- small services for problems ----

static void add_named(struct named_number *entry, const double *where, const char *format,
                      va_list arguments) {
  entry->where = where;
  vsnprintf(entry->name, sizeof entry->name, format, arguments);
}

static void require_room(int count) {
  if (count >= HARNESS_NAMED_MAX) {
    fprintf(stderr, "harness: more than %d named numbers\n", HARNESS_NAMED_MAX);
    exit(2);
  }
}

void harness_value(struct problem *problem, const double *where, const char *format, ...) {
  require_room(problem->value_count);
  va_list arguments;
  va_start(arguments, format);
  add_named(&problem->values[problem->value_count++], where, format, arguments);
  va_end(arguments);
}

void harness_derivative(struct problem *problem, const double *where, const char *format, ...) {
  require_room(problem->derivative_count);
  va_list arguments;
  va_start(arguments, format);
  add_named(&problem->derivatives[problem->derivative_count++], where, format, arguments);
  va_end(arguments);
}

const char *harness_data_path(int argc, char **argv) {
  int i = 1;
  while (i < argc && strncmp(argv[i], "--", 2) == 0)
    i += 2; // every option has a value
  return i < argc ? argv[i] : NULL;
}

const char *harness_base_name(const char *path) {
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

FILE *harness_open(const char *path) {
  FILE *file = path ? fopen(path, "r") : NULL;
  if (!file) {
    fprintf(stderr, "harness: cannot open data file %s\n", path ? path : "(none given)");
    exit(2);
  }
  return file;
}

void harness_read(FILE *file, size_t count, double *out) {
  for (size_t i = 0; i < count; i++)
    if (fscanf(file, "%lf", &out[i]) != 1) {
      fprintf(stderr, "harness: data file ends early (number %zu of %zu)\n", i, count);
      exit(2);
    }
}

void harness_read_int(FILE *file, size_t count, int *out) {
  for (size_t i = 0; i < count; i++)
    if (fscanf(file, "%d", &out[i]) != 1) {
      fprintf(stderr, "harness: data file ends early (integer %zu of %zu)\n", i, count);
      exit(2);
    }
}

double *harness_doubles(size_t count) {
  double *memory = malloc(sizeof(double) * (count ? count : 1));
  if (!memory) {
    fprintf(stderr, "harness: out of memory (%zu doubles)\n", count);
    exit(2);
  }
  return memory;
}

// splitmix64: small, good enough for directions, and the same on every machine.
static uint64_t next_random(uint64_t *state) {
  uint64_t z = (*state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

void harness_random(uint64_t seed, size_t count, double low, double high, double *out) {
  uint64_t state = seed;
  for (size_t i = 0; i < count; i++)
    out[i] = low + (high - low) * (double)(next_random(&state) >> 11) * 0x1p-53;
}

// ---- checks ----

// What was measured; a NaN that was measured stays a NaN, what was not measured is absent.
struct optional {
  int present;
  double number;
};

static struct optional measured(double number) { return (struct optional){1, number}; }

struct report {
  double value;
  struct optional closed_value_gap;
  struct optional closed_gap; // gradient against the closed form, or the hand-written adjoint
  struct optional dot_gap, difference_gap;
  struct optional hand_difference_gap;
  struct optional primal, gradient, tangent, hand; // seconds
};

static double evaluate(struct problem *p, const double *x) {
  return p->objective ? p->objective(p->context, x) : p->primal(p->context, x);
}

// g.v, and the root of the sum of squares of its terms: the size below which the sum is mere
// cancellation. Both in extended precision, so that only the error of g shows.
static double dot(size_t n, const double *g, const double *v, double *size) {
  long double sum = 0.0L, squares = 0.0L;
  for (size_t i = 0; i < n; i++) {
    long double term = (long double)g[i] * v[i];
    sum += term;
    squares += term * term;
  }
  *size = (double)sqrtl(squares);
  return (double)sum;
}

static double relative_gap(double a, double b, double size) {
  double scale = fmax(fmax(fabs(a), fabs(b)), size);
  if (a == b)
    return 0.0;
  return fabs(a - b) / scale;
}

// Largest difference of two gradients, entry by entry; entries far below the largest one are
// compared on a thousandth of its scale, as they are sums that cancelled.
static double gradient_gap(const struct problem *p, const double *g, const double *reference) {
  size_t n = p->n;
  double largest = 0.0, gap = 0.0;
  for (size_t i = 0; i < n; i++)
    largest = fmax(largest, fabs(reference[i]));
  for (size_t i = 0; i < n; i++) {
    double difference =
        fabs(g[i] - reference[i]) / fmax(fmax(fabs(reference[i]), 1e-3 * largest), p->terms);
    // Written so that a NaN ends as a NaN and is not skipped by a comparison.
    if (g[i] != reference[i] && !(difference <= gap))
      gap = difference;
    if (isnan(gap))
      return gap;
  }
  return gap;
}

// Derivative of the objective along v by the five-point formula with step h.
static double difference(struct problem *p, const double *v, double h, double *point) {
  static const double offset[4] = {-2.0, -1.0, 1.0, 2.0};
  static const double weight[4] = {1.0, -8.0, 8.0, -1.0};
  double sum = 0.0;
  for (int k = 0; k < 4; k++) {
    for (size_t i = 0; i < p->n; i++)
      point[i] = p->x[i] + offset[k] * h * v[i];
    sum += weight[k] * evaluate(p, point);
  }
  return sum / (12.0 * h);
}

// Gap between g.v and differences; the best of several steps counts, since none suits all problems.
static double difference_gap(struct problem *p, const double *g, const double *v) {
  static const double steps[] = {1e-2, 1e-3, 1e-4, 1e-5};
  double size, expected = dot(p->n, g, v, &size), best = INFINITY;
  double *point = harness_doubles(p->n);
  if (isnan(expected))
    best = NAN;
  for (size_t k = 0; k < sizeof steps / sizeof *steps && !isnan(best); k++)
    best = fmin(best, relative_gap(difference(p, v, steps[k], point), expected, size));
  free(point);
  return best;
}

// A direction whose entries are in proportion to those of x, and never tiny.
static double *direction(const struct problem *p) {
  double *v = harness_doubles(p->n);
  harness_random(2018, p->n, -1.0, 1.0, v);
  for (size_t i = 0; i < p->n; i++)
    v[i] *= fmin(1.0, 0.01 + fabs(p->x[i]));
  return v;
}

static void run_gradient(struct problem *p, double *g) {
  p->gradient(p->context, p->x, g);
  if (p->collapse)
    p->collapse(p->context, g);
}

static void run_hand(struct problem *p, double *g) {
  p->hand(p->context, p->x, g);
  if (p->collapse)
    p->collapse(p->context, g);
}

// Fills the checks of the report, and leaves the named numbers as the engine (without it: the hand-
// written adjoint) and the primal compute them.
static void check(struct problem *p, struct report *r) {
  double *g = harness_doubles(p->n), *expected = harness_doubles(p->n), *v = direction(p);
  run_hand(p, expected);
  r->hand_difference_gap = measured(difference_gap(p, expected, v));
  if (p->closed) {
    memcpy(g, expected, sizeof(double) * p->n);
    p->closed(p->context, p->x, expected);
    r->closed_gap = measured(gradient_gap(p, g, expected));
  }
  r->value = p->primal(p->context, p->x);
  if (p->closed_value)
    r->closed_value_gap = measured(relative_gap(r->value, *p->closed_value, 0.0));
  if (p->gradient) {
    double size;
    run_gradient(p, g);
    r->closed_gap = measured(gradient_gap(p, g, expected));
    r->difference_gap = measured(difference_gap(p, g, v));
    double reverse = dot(p->n, g, v, &size);
    r->dot_gap =
        measured(relative_gap(reverse, p->tangent(p->context, p->x, v), fmax(size, p->terms)));
  }
  // Whatever ran last may have overwritten what the named numbers look at.
  if (p->gradient)
    run_gradient(p, g);
  else
    run_hand(p, g);
  p->primal(p->context, p->x);
  free(v);
  free(expected);
  free(g);
}

// ---- timing ----

enum { TIMED_PRIMAL, TIMED_GRADIENT, TIMED_TANGENT, TIMED_HAND, TIMED_COUNT };

struct timing {
  struct problem *problem;
  double *g, *v;
  int reps;
  double min_seconds;
};

static volatile double sink; // keeps results alive

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static int is_timed(const struct problem *p, int what) {
  switch (what) {
  case TIMED_GRADIENT:
    return p->gradient != NULL;
  case TIMED_TANGENT:
    return p->tangent != NULL;
  case TIMED_HAND:
    return p->hand != NULL;
  default:
    return 1;
  }
}

static void run_once(struct timing *t, int what) {
  struct problem *p = t->problem;
  switch (what) {
  case TIMED_GRADIENT:
    p->gradient(p->context, p->x, t->g);
    sink = t->g[0];
    break;
  case TIMED_TANGENT:
    sink = p->tangent(p->context, p->x, t->v);
    break;
  case TIMED_HAND:
    sink = p->hand(p->context, p->x, t->g);
    break;
  default:
    sink = p->primal(p->context, p->x);
  }
}

// Seconds per call over count calls.
static double sample(struct timing *t, int what, long count) {
  double start = now();
  for (long i = 0; i < count; i++)
    run_once(t, what);
  return (now() - start) / (double)count;
}

// Number of calls that fill the least sample length.
static long calibrate(struct timing *t, int what) {
  long count = 1;
  for (;;) {
    double seconds = sample(t, what, count) * (double)count;
    if (seconds >= t->min_seconds)
      return count;
    double factor = seconds > 0.0 ? 1.2 * t->min_seconds / seconds : 10.0;
    count = (long)(factor < 10.0 ? (double)count * factor : (double)count * 10.0) + 1;
  }
}

static int compare_doubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static double median(int n, double *samples) {
  qsort(samples, n, sizeof(double), compare_doubles);
  return n % 2 ? samples[n / 2] : 0.5 * (samples[n / 2 - 1] + samples[n / 2]);
}

// Medians of everything that is there. The samples of the contestants alternate, so that a slow
// phase of the machine hits all of them.
static void time_all(struct timing *t, struct report *r) {
  struct optional *slots[TIMED_COUNT] = {&r->primal, &r->gradient, &r->tangent, &r->hand};
  long count[TIMED_COUNT];
  double *samples = harness_doubles((size_t)TIMED_COUNT * t->reps);
  for (int what = 0; what < TIMED_COUNT; what++)
    count[what] = is_timed(t->problem, what) ? calibrate(t, what) : 0;
  for (int rep = 0; rep < t->reps; rep++)
    for (int what = 0; what < TIMED_COUNT; what++)
      if (count[what])
        samples[what * t->reps + rep] = sample(t, what, count[what]);
  for (int what = 0; what < TIMED_COUNT; what++)
    if (count[what])
      *slots[what] = measured(median(t->reps, samples + (size_t)what * t->reps));
  free(samples);
}

// ---- report ----

// JSON has no NaN and no infinity; a string in a number's place tells the reader of one.
static void print_number(double number) {
  if (isfinite(number))
    printf("%.17g", number);
  else
    printf("\"%s\"", isnan(number) ? "nan" : number > 0.0 ? "inf" : "-inf");
}

static void print_optional(const char *name, struct optional o) {
  printf(",\n  \"%s\": ", name);
  if (o.present)
    print_number(o.number);
  else
    printf("null");
}

static void print_named(const char *name, int count, const struct named_number *entries) {
  printf(",\n  \"%s\": {", name);
  for (int i = 0; i < count; i++) {
    printf("%s\n    \"%s\": ", i ? "," : "", entries[i].name);
    print_number(*entries[i].where);
  }
  printf("%s}", count ? "\n  " : "");
}

static void print_report(const struct problem *p, const struct report *r) {
  printf("{\n  \"problem\": \"%s\",\n  \"instance\": \"%s\",\n  \"mode\": \"%s\"", p->name,
         p->instance, p->gradient ? "ad" : "no-ad");
  printf(",\n  \"inputs\": %zu", p->n);
  print_optional("value", measured(r->value));
  print_named("values", p->value_count, p->values);
  print_named("derivatives", p->derivative_count, p->derivatives);
  print_optional("closed_value_gap", r->closed_value_gap);
  print_optional("closed_gap", r->closed_gap);
  print_optional("dot_gap", r->dot_gap);
  print_optional("difference_gap", r->difference_gap);
  print_optional("hand_difference_gap", r->hand_difference_gap);
  print_optional("primal_seconds", r->primal);
  print_optional("gradient_seconds", r->gradient);
  print_optional("tangent_seconds", r->tangent);
  print_optional("hand_seconds", r->hand);
  printf(",\n  \"tape_bytes\": ");
  if (enzyme_rs_tape_peak_bytes)
    printf("%llu", (unsigned long long)enzyme_rs_tape_peak_bytes());
  else
    printf("null");
  printf("\n}\n");
}

static double option(int argc, char **argv, const char *name, double otherwise) {
  for (int i = 1; i + 1 < argc; i++)
    if (strcmp(argv[i], name) == 0)
      return atof(argv[i + 1]);
  return otherwise;
}

int harness_run(struct problem *problem, int argc, char **argv) {
  struct report report = {0};
  check(problem, &report);
  struct timing timing = {.problem = problem,
                          .g = harness_doubles(problem->n),
                          .v = direction(problem),
                          .reps = (int)option(argc, argv, "--reps", 5.0),
                          .min_seconds = 1e-3 * option(argc, argv, "--min-ms", 50.0)};
  if (timing.reps > 0)
    time_all(&timing, &report);
  print_report(problem, &report);
  free(timing.v);
  free(timing.g);
  return 0;
}
