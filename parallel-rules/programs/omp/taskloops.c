// Loops whose iterations are handed in as tasks, in parts of each size that can be said.
#include "check.h"

static void plain(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop
  for (int i = 0; i < n; i++) y[i] = x[i] * x[n - 1 - i] + sin(x[(i + 3) % n]);
}
MODES(plain)

// Parts of several iterations: what an iteration hands to the next one of its part must not be shared.
static void grains(const double *x, double *y, int n) {
  double squares[SIZE];
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop grainsize(7)
    for (int i = 0; i < n; i++) squares[i] = x[i] * x[i];
#pragma omp taskloop grainsize(strict : 5)
    for (int i = n - 1; i > 0; i -= 2) y[i] = squares[i] * squares[i - 1];
#pragma omp taskloop num_tasks(4)
    for (long i = 0; i < n; i += 2) y[i] += squares[i] * x[0];
  }
}
MODES(grains)

static void last_and_first(const double *x, double *y, int n) {
  double factor = x[0], last = 0;
  int at = -1;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop firstprivate(factor) lastprivate(last, at) grainsize(4)
  for (int i = 0; i < n; i++) {
    factor += 0.1 * x[i];
    last = x[i] * x[1];
    y[i] = last * last;
    at = i;
  }
  y[0] += last * x[at];
  y[1] += factor;
}
MODES(last_and_first)

// Without a group nobody waits but the barrier; without other workers each task is done at once.
static void no_group(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskloop nogroup if (n > 1000)
    for (int i = 0; i < n; i++) y[i] = x[i] * x[(i + 1) % n];
#pragma omp taskloop nogroup collapse(2) grainsize(3)
    for (int i = 0; i < 6; i++)
      for (int j = 0; j < 10; j++) y[10 * i + j] *= x[i] + x[j];
  }
}
MODES(no_group)

// Inside of other tasks, and with sums that all share.
static void nested(const double *x, double *y, int n) {
  double sum = 0;
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < 3; k++) {
#pragma omp task shared(sum) firstprivate(k)
    {
#pragma omp taskloop grainsize(5)
      for (int i = k; i < n; i += 3) {
        y[i] = x[i] * x[k];
#pragma omp atomic
        sum += y[i] * x[i];
      }
    }
  }
  for (int i = 0; i < n; i++) y[i] *= sum;
}
MODES(nested)

static double none(const double *x, double *y, int n) {
#pragma omp taskloop
  for (int i = n; i < n; i++) y[i] = 0 * x[i];
  return 2;
}
static void empty(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  y[0] = none(x, y, n) * x[0];
}
MODES(empty)

// All workers hand in tasks; simd changes nothing.
static void by_all(const double *x, double *y, int n) {
#pragma omp parallel
  {
    int team = omp_get_num_threads(), own = omp_get_thread_num();
#pragma omp taskloop simd grainsize(2)
    for (int i = own; i < n; i += team) y[i] = x[i] * x[i] * x[i];
  }
}
MODES(by_all)


// Tasks that OpenMP may interrupt at each of these places, and let another worker go on with. (LLVM's OpenMP 22 fails where such a task has tasks
// of its own, and with `if`.)
static void untied(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task untied firstprivate(i)
    {
      double factor = x[i];
#pragma omp taskyield
      if (i % 3 == 0) {
        factor *= factor;
#pragma omp taskyield
        factor += x[0];
      }
      y[i] = factor * x[(i + 1) % n];
    }
  }
}
// Tasks that end where they may be interrupted: compilers join the ends of their parts.
static void yields(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task untied firstprivate(i)
    {
      y[i] = x[i] * x[0];
#pragma omp taskyield
      y[i] *= x[i];
#pragma omp taskyield
      if (i % 3 == 0) {
        y[i] *= y[i];
#pragma omp taskyield
      }
    }
  }
}
static void waits(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task untied firstprivate(i)
    {
#pragma omp task firstprivate(i)
      y[i] = x[i] * x[0];
#pragma omp taskwait
    }
  }
}

MODES(untied)
MODES(yields)
MODES(waits)

int main(void) {
  CHECK(plain);
  CHECK(grains);
  CHECK(last_and_first);
  CHECK(no_group);
  CHECK(nested);
  CHECK(empty);
  CHECK(by_all);
  CHECK(untied);
  CHECK(yields);
  CHECK(waits);
  return failures != 0;
}
