// Loops, sections and regions that workers leave before their end. OpenMP allows it only to programs that begin with OMP_CANCELLATION=true; all is checked
// with and without.
#include "check.h"
#include <unistd.h>

// Whoever finds it ends the search: the others find nothing.
static void search(const double *x, double *y, int n) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) {
      if (i == 37) {
        y[0] = x[i] * x[i] * x[0];
#pragma omp cancel for
      }
#pragma omp cancellation point for
    }
#pragma omp for
    for (int i = 1; i < n; i++) y[i] = y[0] * x[i];
  }
}

// Again and again, and a sum of those that were found.
static void searches(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel reduction(+ : s)
  for (int k = 0; k < 6; k++) {
    double found = 0;
#pragma omp for
    for (int i = 0; i < n; i++) {
      if (i == 9 * k) {
        found = sin(x[i]) * x[k];
#pragma omp cancel for
      }
    }
    s += found * found;
  }
  y[0] = s * x[2];
}

static void sections(const double *x, double *y, int n) {
  (void)n;
#pragma omp parallel
  {
#pragma omp sections
    {
#pragma omp section
      {
        y[0] = x[0] * x[1];
#pragma omp cancel sections
      }
#pragma omp section
      {
#pragma omp cancellation point sections
      }
    }
#pragma omp single
    y[1] = y[0] * x[2];
  }
}

// A region: those that have not left at the cancellation leave at the barrier. LLVM's own OpenMP may wait for ever here, and so the derivative is compared with
// what it must be.
static void region(const double *x, double *y, int n) {
  double *z = malloc(n * sizeof *z);
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) z[i] = x[i] * x[i];
    if (omp_get_thread_num() == 0 && x[0] > 0) {
#pragma omp cancel parallel
    }
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; i++) z[i] = z[i] * x[(i + 1) % n];
  }
  for (int i = 0; i < n; i++) y[i] = z[i] * x[0];
  free(z);
}

// A condition that does not hold.
static void never(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++) {
    if (x[i] > 100) {
#pragma omp cancel for
    }
    s += x[i] * x[i];
  }
  y[0] = s * s;
}

// Loops of known length, which compilers leave by other jumps.
static void search_known(const double *x, double *y, int n) {
  double pivot = 0, held[SIZE];
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < SIZE; i++) {
      held[i] = x[i] * x[i];
      if (i == SIZE - 1) {
        pivot = x[i] * x[1];
#pragma omp cancel for
      }
    }
#pragma omp for
    for (int i = 0; i < SIZE; i++) held[i] = x[i] * pivot;
#pragma omp for
    for (int i = 0; i < SIZE; i++) y[i] = held[i] * held[SIZE - 1 - i];
  }
}

static void searches_known(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel reduction(+ : s)
  for (int k = 0; k < 6; k++) {
    double found = 0;
#pragma omp for
    for (int i = 0; i < SIZE; i++) {
      if (i == 9 * k) {
        found = sin(x[i]) * x[k];
#pragma omp cancel for
      }
      if (i == 60) {
#pragma omp cancellation point for
      }
    }
#pragma omp for
    for (int i = 0; i < 3; i++) {
      if (i == 2) {
        found += x[k] * x[k + 1];
#pragma omp cancel for
      }
    }
    s += found * found;
  }
  y[0] = s * x[2];
}

static void one_iteration(const double *x, double *y, int n) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < 1; i++) {
      y[0] = x[0] * x[1];
#pragma omp cancel for
    }
#pragma omp for
    for (int i = 0; i < 2; i++) {
#pragma omp cancellation point for
      y[i + 1] = y[0] * x[i];
    }
  }
}

MODES(search)
MODES(search_known)
MODES(searches_known)
MODES(one_iteration)
MODES(searches)
MODES(sections)
MODES(never)

// Which iterations are done is chance: each that was done has its derivative, and no other one.
static void some(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
#pragma omp cancellation point for
    y[i] = x[i] * x[i] + 1;
    if (i % 7 == 5) {
#pragma omp cancel for
    }
  }
}
MODES(some)
static void check_some(int workers) {
  double x[SIZE], dx[SIZE] = {0}, y[SIZE] = {0}, dy[SIZE];
  for (int i = 0; i < SIZE; i++) x[i] = number(i), dy[i] = 1;
  omp_set_num_threads(workers);
  some_gradient(x, dx, y, dy);
  for (int i = 0; i < SIZE; i++) {
    double wanted = y[i] != 0 ? 2 * x[i] : 0;
    judge("some", workers, "derivative of what was done", dx[i] == wanted, dx[i], wanted);
  }
  some_tangent(x, dy, y, dx);
}

// The worker that leaves has not added its part; the others do not look.
static void left_out(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++) {
    s += x[i] * x[i];
    if (i == 3) {
#pragma omp cancel for
    }
  }
  y[0] = s;
}
MODES(left_out)
static void check_left_out(int workers) {
  double x[SIZE], dx[SIZE] = {0}, y[SIZE] = {0}, dy[SIZE] = {1};
  for (int i = 0; i < SIZE; i++) x[i] = number(i);
  omp_set_num_threads(workers);
  left_out_gradient(x, dx, y, dy);
  double twice = dot(x, dx);
  judge("left out", workers, "derivative of what was added", fabs(twice - 2 * y[0]) < 1e-12 * (1 + y[0]), twice, 2 * y[0]);
  left_out_tangent(x, dx, y, dy);
}

MODES(region)
static void check_region(int workers) {
  double x[SIZE], v[SIZE], dx[SIZE] = {0}, y[SIZE], dy[SIZE], w[SIZE], wanted[SIZE] = {0}, jv[SIZE] = {0};
  for (int i = 0; i < SIZE; i++) x[i] = number(i), v[i] = number(i + 7), w[i] = dy[i] = number(i + 19);
  omp_set_num_threads(workers);
  for (int i = 0; i < SIZE; i++) {
    int next = (i + 1) % SIZE;
    double factor = omp_get_cancellation() ? 1 : x[next];
    wanted[i] += w[i] * 2 * x[i] * factor * x[0];
    wanted[0] += w[i] * x[i] * x[i] * factor;
    if (!omp_get_cancellation()) wanted[next] += w[i] * x[i] * x[i] * x[0];
  }
  region_gradient(x, dx, y, dy);
  region_tangent(x, v, y, jv);
  double error = 0, left = dot(w, jv), right = dot(wanted, v);
  for (int i = 0; i < SIZE; i++) error = fmax(error, fabs(dx[i] - wanted[i]));
  judge("region", workers, "reverse mode", error < 1e-12, error, 0);
  judge("region", workers, "forward mode", fabs(left - right) < 1e-11 * fabs(right), left, right);
}

// A loop that was left does not end the next one. (LLVM's own OpenMP ends it where there is one worker.)
static void next(const double *x, double *y, int n) {
#pragma omp parallel
  for (int k = 0; k < 3; k++) {
#pragma omp for
    for (int i = 0; i < n; i++) {
      if (i == 0 && k != 1) {
#pragma omp cancel for
      }
#pragma omp cancellation point for
      if (k == 1) y[i] = x[i] * x[i];
    }
  }
}
MODES(next)
static void check_next(int workers) {
  double x[SIZE], dx[SIZE] = {0}, y[SIZE] = {0}, dy[SIZE], error = 0;
  for (int i = 0; i < SIZE; i++) x[i] = number(i), dy[i] = 1;
  omp_set_num_threads(workers);
  next_gradient(x, dx, y, dy);
  for (int i = 0; i < SIZE; i++) error = fmax(error, fabs(dx[i] - 2 * x[i]));
  judge("next", workers, "derivative of the whole loop", error == 0, error, 0);
}

int main(int count, char **arguments) {
  (void)count;
  if (!getenv("OMP_CANCELLATION")) setenv("OMP_CANCELLATION", "false", 1);
  CHECK(search);
  CHECK(searches);
  CHECK(search_known);
  CHECK(searches_known);
  CHECK_BITS(one_iteration);
  CHECK_BITS(sections);
  CHECK(never);
  for (unsigned k = 0; k < sizeof teams / sizeof *teams; k++) {
    check_region(teams[k]);
    check_some(teams[k]);
    check_left_out(teams[k]);
    check_next(teams[k]);
  }
  if (failures) return 1;
  fflush(stdout);
  if (!omp_get_cancellation()) {
    setenv("OMP_CANCELLATION", "true", 1);
    execv("/proc/self/exe", arguments);
  }
  return 0;
}
