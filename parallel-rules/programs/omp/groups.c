// Groups of tasks that are left before their end. OpenMP allows it only to programs that begin with OMP_CANCELLATION=true; all is checked with and without.
#include "check.h"
#include <unistd.h>

#define GROUP \
  _Pragma("omp parallel") \
  _Pragma("omp single") \
  _Pragma("omp taskgroup")

// Whoever finds it ends the search: tasks that have not begun do nothing.
static void search(const double *x, double *y, int n) {
  double found = 0;
  GROUP
  for (int i = 0; i < n; i++) {
#pragma omp task shared(found)
    {
      double here = sin(x[i]);
      if (i == 23) {
        found = here * x[0] * x[i];
#pragma omp cancel taskgroup
      }
    }
  }
  for (int i = 0; i < n; i++) y[i] = found * x[i];
}

// The first task is done at once, and so none of those behind it begins.
static void none(const double *x, double *y, int n) {
  GROUP
  {
#pragma omp task if (0)
    {
      y[0] = x[0] * x[0];
#pragma omp cancel taskgroup
      y[0] *= x[2];
    }
    for (int i = 1; i < n; i++) {
      double own[3] = {x[i], x[i - 1], 2};
#pragma omp task firstprivate(own)
      {
        own[0] *= own[1] * own[2];
        y[i] = own[0] * x[0];
      }
    }
  }
  y[0] += y[1] * x[1];
}

// A group within a task of another one: each is left by itself.
static void within(const double *x, double *y, int n) {
  GROUP
  for (int k = 0; k < 4; k++) {
#pragma omp task
    {
#pragma omp taskgroup
      for (int i = 0; i < 5; i++) {
#pragma omp task if (i > 0)
        {
          y[8 * k + i] = x[k] * x[k + i];
          if (k % 2 == 0) {
#pragma omp cancel taskgroup
          }
        }
      }
      y[8 * k] *= y[8 * k] * x[5];
    }
  }
  for (int k = 0; k < 4; k++) y[40] += y[8 * k] * x[k];
}

// Tasks that tasks hand in belong to the group, too.
static void tree(const double *x, double *y, int from, int to, double *found) {
  if (to - from < 4) {
    for (int i = from; i < to; i++) {
      y[i] = x[i];
      if (i == 30) {
        *found = exp(x[i]) * x[1];
#pragma omp task if (0)
        {
#pragma omp cancel taskgroup
        }
      }
    }
    return;
  }
  int half = (from + to) / 2;
#pragma omp task
  tree(x, y, half, to, found);
#pragma omp task
  tree(x, y, from, half, found);
}
static void descendants(const double *x, double *y, int n) {
  double found = 0, seen[SIZE];
  GROUP tree(x, seen, 0, n, &found);
  for (int i = 0; i < n; i++) y[i] = found * found * x[i];
}

// What tasks do that have nothing to do with the derivative may leave the group of those that have.
static void unneeded(const double *x, double *y, int n) {
  int looked[SIZE];
  GROUP
  {
#pragma omp task if (0)
    y[0] = x[0] * x[1];
#pragma omp task if (0)
    {
      looked[0] = n;
#pragma omp cancel taskgroup
    }
    for (int i = 1; i < 9; i++) {
#pragma omp task
      y[i] = x[i] * x[i];
    }
    for (int i = 1; i < 9; i++) {
#pragma omp task
      {
        looked[i] = i;
#pragma omp cancel taskgroup
      }
    }
  }
}

// So may a function in which nothing is active.
static __attribute__((noinline)) void stop(int *looked, int n) {
#pragma omp task if (0)
  {
    looked[0] = n;
#pragma omp cancel taskgroup
  }
}
static __attribute__((noinline)) int is_stopped(void) {
  int goes_on = 0;
#pragma omp task if (0) shared(goes_on)
  {
#pragma omp cancellation point taskgroup
    goes_on = 1;
  }
  return !goes_on;
}
static void elsewhere(const double *x, double *y, int n) {
  int looked[1];
  GROUP
  {
#pragma omp task if (0)
    y[0] = x[0] * x[1];
    stop(looked, n);
    y[9] = is_stopped() ? x[9] : x[8];
    for (int i = 1; i < 9; i++) {
#pragma omp task
      y[i] = x[i] * x[i];
    }
  }
}

// Outside of all regions.
static void outside(const double *x, double *y, int n) {
#pragma omp taskgroup
  for (int i = 0; i < n; i++) {
#pragma omp task
    {
      y[i] = x[i] * x[n - 1 - i];
      if (i == 12) {
#pragma omp cancel taskgroup
      }
    }
  }
#pragma omp taskgroup
  {
#pragma omp task
    y[0] *= x[1];
  }
}

// A condition that does not hold.
static void never(const double *x, double *y, int n) {
  GROUP
  for (int i = 0; i < n; i++) {
#pragma omp task
    {
      if (x[i] > 100) {
#pragma omp cancel taskgroup
      }
#pragma omp cancellation point taskgroup
      y[i] = x[i] * x[i] * x[3];
    }
  }
}

MODES(search)
MODES(none)
MODES(within)
MODES(descendants)
MODES(unneeded)
MODES(elsewhere)
MODES(outside)
MODES(never)

// Which tasks begin, and how far they come, is chance: what was done has its derivative.
static void some(const double *x, double *y, int n) {
  GROUP
  for (int i = 0; i < n; i++) {
#pragma omp task
    {
      y[i] = x[i] * x[i];
      if (i % 7 == 5) {
#pragma omp cancel taskgroup
      }
      for (volatile int k = 0; k < 200; k++) continue;
#pragma omp cancellation point taskgroup
      y[i] = -y[i] * x[i];
    }
  }
}
static void loop(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
#pragma omp taskloop grainsize(2)
  for (int i = 0; i < n; i++) {
#pragma omp cancellation point taskgroup
    y[i] = x[i] * x[i];
    if (i % 9 == 4) {
#pragma omp cancel taskgroup
    }
    y[i] = -y[i] * x[i];
  }
}
static double done(double x, double y) { return y == 0 ? 0 : y > 0 ? 2 * x : -3 * x * x; }

// The sum of what was done.
static void sum(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : s)
  for (int i = 0; i < n; i++) {
#pragma omp task in_reduction(+ : s)
    {
      s += x[i] * x[i];
      if (i == 11) {
#pragma omp cancel taskgroup
      }
    }
  }
  y[0] = s;
}

MODES(some)
MODES(loop)
MODES(sum)

static void check_done(const char *name, mode *tangent, mode *gradient, int workers) {
  double x[SIZE], dx[SIZE] = {0}, y[SIZE] = {0}, dy[SIZE], error = 0;
  for (int i = 0; i < SIZE; i++) x[i] = number(i), dy[i] = 1;
  omp_set_num_threads(workers);
  gradient(x, dx, y, dy);
  for (int i = 0; i < SIZE; i++) error = fmax(error, fabs(dx[i] - done(x[i], y[i])));
  judge(name, workers, "reverse mode of what was done", error < 1e-14, error, 0);
  for (int i = 0; i < SIZE; i++) y[i] = dy[i] = 0, dx[i] = 1;
  tangent(x, dx, y, dy);
  error = 0;
  for (int i = 0; i < SIZE; i++) error = fmax(error, fabs(dy[i] - done(x[i], y[i])));
  judge(name, workers, "forward mode of what was done", error < 1e-14, error, 0);
}

static void check_sum(int workers) {
  double x[SIZE], dx[SIZE] = {0}, y[SIZE] = {0}, dy[SIZE] = {1};
  for (int i = 0; i < SIZE; i++) x[i] = number(i);
  omp_set_num_threads(workers);
  sum_gradient(x, dx, y, dy);
  double twice = dot(x, dx);
  judge("sum", workers, "derivative of what was added", fabs(twice - 2 * y[0]) < 1e-12 * (1 + y[0]), twice, 2 * y[0]);
  for (int i = 0; i < SIZE; i++) dx[i] = x[i];
  sum_tangent(x, dx, y, dy);
  judge("sum", workers, "tangent of what was added", fabs(dy[0] - 2 * y[0]) < 1e-12 * (1 + y[0]), dy[0], 2 * y[0]);
}

// A derivative within a task of a group of the program's: that group is the program's to leave.
static void leave(const double *x, double *y, int n) {
#pragma omp task if (0)
  {
    y[0] = x[0] * x[0];
#pragma omp cancel taskgroup
  }
#pragma omp task
  y[1] = x[1] * x[1];
#pragma omp taskwait
}
MODES(leave)
static void check_leave(int workers) {
  double x[SIZE], dx[SIZE] = {0}, y[SIZE] = {0}, dy[SIZE], error = 0;
  int later = 0;
  for (int i = 0; i < SIZE; i++) x[i] = number(i), dy[i] = 1;
  omp_set_num_threads(workers);
  GROUP
  {
#pragma omp task if (0) shared(dx, y)
    leave_gradient(x, dx, y, dy);
#pragma omp task shared(later)
    later = 1;
  }
  int goes_on = !omp_get_cancellation();
  error = fabs(dx[0] - 2 * x[0]) + fabs(dx[1] - goes_on * 2 * x[1]);
  judge("leave", workers, "a group of the program's", error == 0 && later == goes_on, error, later);
}

int main(int count, char **arguments) {
  (void)count;
  if (!getenv("OMP_CANCELLATION")) setenv("OMP_CANCELLATION", "false", 1);
  CHECK(search);
  CHECK(none);
  CHECK(within);
  CHECK(descendants);
  CHECK(unneeded);
  CHECK(elsewhere);
  CHECK(outside);
  CHECK(never);
  for (unsigned k = 0; k < sizeof teams / sizeof *teams; k++) {
    check_done("some", some_tangent, some_gradient, teams[k]);
    check_done("loop", loop_tangent, loop_gradient, teams[k]);
    check_sum(teams[k]);
    check_leave(teams[k]);
  }
  if (failures) return 1;
  fflush(stdout);
  if (!omp_get_cancellation()) {
    setenv("OMP_CANCELLATION", "true", 1);
    execv("/proc/self/exe", arguments);
  }
  return 0;
}
