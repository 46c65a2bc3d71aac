// Reductions of tasks: `task_reduction` of a group, `in_reduction`, `reduction(task, …)` of regions and loops, `taskloop reduction`.
#include "check.h"

static void group(const double *x, double *y, int n) {
  double s = x[0];
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : s)
  for (int i = 0; i < n; i++)
#pragma omp task in_reduction(+ : s)
    s += x[i] * x[i] * x[(i + 1) % n];
  y[0] = s * s;
}

// Products, maxima, and an operator of the program's own.
static void operators(const double *x, double *y, int n) {
  double p = 1, m = -1e300;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(* : p) task_reduction(max : m)
  for (int i = 0; i < n; i += 3)
#pragma omp task in_reduction(* : p) in_reduction(max : m)
    {
      p *= 0.7 + 0.3 * x[i];
      double v = x[i] * x[n - 1 - i];
      if (v > m) m = v;
    }
  y[0] = p * m;
  y[1] = m * x[1];
}

struct pair { double a, b; };
static void joined(struct pair *to, const struct pair *from) {
  double a = to->a * from->a;
  to->b = to->b * from->a + from->b * to->a;
  to->a = a;
}
#pragma omp declare reduction(both : struct pair : joined(&omp_out, &omp_in)) initializer(omp_priv = {1, 0})
static void declared(const double *x, double *y, int n) {
  struct pair s = {1, 0};
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(both : s)
  for (int i = 0; i < n; i += 5)
#pragma omp task in_reduction(both : s)
    {
      struct pair own = {0.9 + 0.1 * x[i], x[i] * x[i]};
      joined(&s, &own);
    }
  y[0] = s.a;
  y[1] = s.b;
}

// An array; several groups, one after the other, of the same variable.
static void arrays(const double *x, double *y, int n) {
  double s[4] = {0};
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < 3; k++) {
#pragma omp taskgroup task_reduction(+ : s)
    for (int i = k; i < n; i += 4)
#pragma omp task in_reduction(+ : s)
      for (int j = 0; j < 4; j++) s[j] += x[i] * x[(i + j) % n];
    s[0] = s[1] * s[2];
  }
  for (int j = 0; j < 4; j++) y[j] = s[j];
}

// A task that adds, and hands in tasks which do something else.
static void nested(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : s)
  for (int i = 0; i < n; i++) {
#pragma omp task in_reduction(+ : s)
    {
#pragma omp task firstprivate(i)
      y[i] = x[i] * x[i];
#pragma omp taskwait
      s += y[i] * x[i];
    }
  }
  y[0] += s;
}

static void of_a_region(const double *x, double *y, int n) {
  double s = x[2];
#pragma omp parallel reduction(task, + : s)
  {
    s += x[1] * (omp_get_thread_num() == 0);
#pragma omp single
    for (int i = 0; i < n; i++)
#pragma omp task in_reduction(+ : s)
      s += x[i] * x[i];
  }
  y[0] = s * x[3];
}

static void of_a_loop(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel
#pragma omp for reduction(task, + : s)
  for (int i = 0; i < n; i++) {
    s += x[i];
#pragma omp task in_reduction(+ : s)
    s += x[i] * x[(i + 3) % n];
  }
  y[0] = s * s;
}

static void loops(const double *x, double *y, int n) {
  double s = 0, p = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskloop reduction(+ : s) reduction(* : p) grainsize(5)
  for (int i = 0; i < n; i++) {
    s += x[i] * x[i];
    p *= 0.8 + 0.2 * x[i];
  }
  y[0] = s * p;
}

MODES(group)
MODES(operators)
MODES(declared)
MODES(arrays)
MODES(nested)
MODES(of_a_region)
MODES(of_a_loop)
MODES(loops)

int main(void) {
  CHECK(group);
  CHECK(operators);
  CHECK(declared);
  CHECK(arrays);
  CHECK(nested);
  CHECK(of_a_region);
  CHECK(of_a_loop);
  CHECK(loops);
  return failures != 0;
}
