// Arrays of a function's own that several calls read and others overwrite, step after step: the reverse pass of what overwrites them gives back what was there. And the
// same where something else writes there too, or somebody else looks at it, so that it must not.
#define NUMBERS 96
typedef struct given {
  int steps;
} given;
#include "steps.h"

#define TEAM _Pragma("omp parallel for")

static double product(const double *a, const double *b, int n) {
  double sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++) sum += a[i] * b[i];
  return sum;
}

static void stencil(const double *p, double *q, int n) {
  TEAM for (int i = 0; i < n; i++) q[i] = p[i] * (p[(i + 1) % n] - 0.3 * p[(i + n - 1) % n]);
}

static void squares(const double *p, double *q, int n) {
  TEAM for (int i = 0; i < n; i++) q[i] += 0.1 * p[i] * p[i];
}

// What overwrites: each number read before.
static void update(double a, const double *q, double *p, int n) {
  TEAM for (int i = 0; i < n; i++) p[i] = 0.7 * p[i] + a * q[i] * p[i];
}

static void update_some(const double *q, double *p, int n) {
  TEAM for (int i = 0; i < n; i++) if (q[i] > 0.2) p[i] = p[i] * q[i] + 0.1;
}

static void update_often(const double *q, double *p, int n) {
  TEAM for (int i = 0; i < n; i++) for (int k = 0; k < 3; k++) p[i] = p[i] * (1 - 0.1 * q[i] * p[i]);
}

static void update_in_two(const double *q, double *p, int n) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) p[i] = p[i] * (0.8 + 0.1 * q[i]);
#pragma omp for
    for (int i = 0; i < n; i++) p[n - 1 - i] = p[n - 1 - i] * (1 - 0.2 * q[i]) * p[n - 1 - i];
  }
}

// What overwrites without a look.
static void replace(const double *q, double *p, int n) {
  TEAM for (int i = 0; i < n; i++) p[i] = 0.9 * q[i];
}

// One worker after the other, each number from the one before.
static __attribute__((noinline)) void sweep(const double *q, double *p, int n) {
  for (int i = 1; i < n; i++) p[i] = 0.6 * p[i] + 0.2 * p[i - 1] * q[i];
}

// The array and what leads to it.
typedef struct held {
  double *of;
} held;

static void update_held(const double *q, const held *p, int n) {
  TEAM for (int i = 0; i < n; i++) p->of[i] = p->of[i] * (0.8 + 0.1 * q[i]);
}

#define CASE(name, step)                                                                                 \
  static double name(const double *x, int n, const given *g) {                                           \
    double *p = malloc(n * sizeof *p), *q = calloc(n, sizeof *q), *r = calloc(n, sizeof *r), sum = 0;    \
    memcpy(p, x, n * sizeof *p);                                                                         \
    for (int s = 0; s < g->steps; s++) {                                                                 \
      step;                                                                                              \
    }                                                                                                    \
    for (int i = 0; i < n; i++) sum += (p[i] * p[i] + r[i] * q[i]) / (i + 1);                            \
    free(p), free(q), free(r);                                                                           \
    return sum;                                                                                          \
  }                                                                                                      \
  SCALAR_MODES(name)

#define READ stencil(p, q, n), squares(p, r, n)
CASE(updated, READ; update(0.3 + 0.01 * product(p, q, n), q, p, n))
CASE(updated_twice, READ; update(0.2, q, p, n); sum += product(p, r, n); squares(p, r, n); update(0.1, r, p, n))
CASE(some, READ; update_some(q, p, n))
CASE(often, READ; update_often(q, p, n))
CASE(in_two, READ; update_in_two(q, p, n))
CASE(swept, READ; sweep(q, p, n))
CASE(replaced, READ; update(0.2, q, p, n); squares(p, r, n); replace(q, p, n))
CASE(looked_at, READ; sum += p[0] * p[1] * p[s]; update(0.2, q, p, n); p[2] *= p[0])
CASE(copied, READ; memcpy(q, p, n * sizeof *q); update(0.2, q, p, n); memcpy(r + 1, p, (n - 1) * sizeof *q))
CASE(both, READ; update(0.1, p, p, n))
CASE(parts, stencil(p, q, n / 2); squares(p + n / 2, r, n / 2); squares(p + 3, r, n - 5); update(0.2, q, p + 5, n - 7))
CASE(held_by, READ; held of = {p}; update_held(q, &of, n))
CASE(turned, READ; sum += product(p, q, n); update(0.2, q, p, n); double *other = p; p = r; r = other)
CASE(chosen, READ; double *of = s % 2 ? p : r; update(0.2, q, of, n))
CASE(last, READ; if (s + 1 < g->steps) update(0.2, q, p, n))

// An array that each call of a function obtains anew, and one that a function is given.
static __attribute__((noinline)) double inner(const double *x, double *p, int n, int steps) {
  double *own = malloc(n * sizeof *own), *q = calloc(n, sizeof *q), sum = 0;
  memcpy(own, x, n * sizeof *own);
  for (int s = 0; s < steps; s++) {
    stencil(own, q, n), squares(own, p, n);
    sum += product(own, p, n);
    update(0.2, q, own, n);
  }
  free(own), free(q);
  return sum;
}
CASE(within, sum += inner(p, r, n, 3); READ; update(0.1, r, p, n))

static void check_case(const char *name, modes f) {
  const given g = {4};
  for (unsigned k = 0; k < sizeof teams / sizeof *teams; k++) compare(name, f, &g, teams[k]);
}
#define CHECK_CASE(name) check_case(#name, ALL_MODES(name))

int main(void) {
  CHECK_CASE(updated);
  CHECK_CASE(updated_twice);
  CHECK_CASE(some);
  CHECK_CASE(often);
  CHECK_CASE(in_two);
  CHECK_CASE(swept);
  CHECK_CASE(replaced);
  CHECK_CASE(looked_at);
  CHECK_CASE(copied);
  CHECK_CASE(both);
  CHECK_CASE(parts);
  CHECK_CASE(held_by);
  CHECK_CASE(turned);
  CHECK_CASE(chosen);
  CHECK_CASE(last);
  CHECK_CASE(within);
  return failures > 0;
}
