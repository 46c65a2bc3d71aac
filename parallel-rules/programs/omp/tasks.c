// Tasks: recursion, dependences, groups, tasks of tasks, and what they do to memory that they share.
#include "check.h"

// Sums and products of a tree.
static double tree(const double *x, int n) {
  if (n <= 3) return n == 1 ? x[0] : n == 2 ? x[0] * x[1] : x[0] * x[1] + sin(x[2]);
  double left, right;
#pragma omp task shared(left)
  left = tree(x, n / 2);
#pragma omp task shared(right)
  right = tree(x + n / 2, n - n / 2);
#pragma omp taskwait
  return 0.6 * left * right + cos(left);
}
static void recursive(const double *x, double *y, int n) {
  double s;
#pragma omp parallel
#pragma omp single
  s = tree(x, n);
  y[0] = s, y[1] = s * s;
}
MODES(recursive)

// Nobody but the barrier waits for them.
static void many(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single nowait
  for (int i = 0; i < n; i++) {
    double factor = x[i] * x[0];
#pragma omp task
    y[i] = factor * x[(i + 1) % n];
  }
  for (int i = 0; i < n; i++) y[i] *= y[i];
}
MODES(many)

// All workers hand in tasks.
static void by_all(const double *x, double *y, int n) {
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
      y[i] = x[i] * x[n - 1 - i];
    }
#pragma omp for schedule(static, 2)
    for (int i = 0; i < n; i++) {
#pragma omp task firstprivate(i)
      y[i] += sin(y[i]);
    }
  }
}
MODES(by_all)

// A chain, and what may be done at the same time in between.
static void chain(const double *x, double *y, int n) {
  double state = x[0], seen[2] = {0, 0};
#pragma omp parallel
#pragma omp single
  for (int i = 1; i + 1 < n; i += 2) {
#pragma omp task depend(inout : state)
    state = 0.5 * state * x[i] + sin(x[i + 1]);
#pragma omp task depend(in : state) depend(inout : seen[0])
    seen[0] += state * x[i];
#pragma omp task depend(in : state) depend(inout : seen[1])
    seen[1] = 0.9 * seen[1] + state * state;
  }
  y[0] = state, y[1] = seen[0], y[2] = seen[1];
}
MODES(chain)

// A block of a matrix after the other: in and out.
static void wavefront(const double *x, double *y, int n) {
  enum { M = 6 };
  double block[M + 1][M + 1];
  for (int i = 0; i <= M; i++) block[i][0] = x[i], block[0][i] = x[i + 7];
#pragma omp parallel
#pragma omp single
  for (int i = 1; i <= M; i++)
    for (int j = 1; j <= M; j++) {
#pragma omp task depend(in : block[i - 1][j], block[i][j - 1]) depend(out : block[i][j])
      block[i][j] = sin(block[i - 1][j] * block[i][j - 1]) + x[(i * j) % n];
    }
  y[0] = block[M][M], y[1] = block[M][1] * block[1][M];
}
MODES(wavefront)

// A state without a derivative, beside pointers to numbers that have one.
static void constants(const double *x, double *y, int n) {
  double weights[SIZE], held[SIZE], *to = y, *from = weights, state = 0;
  for (int i = 0; i < n; i++) weights[i] = 0.1 * i;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task depend(out : held[i])
    held[i] = from[i] * from[i];
#pragma omp task depend(in : held[i]) depend(inout : state)
    {
      state = held[i] + 0.5 * state;
      to[i] = state;
    }
#pragma omp task depend(inout : held[i])
    held[i] *= 0.5;
  }
  for (int i = 0; i < n; i++) y[i] *= x[i] * held[n - 1 - i];
}
MODES(constants)

// Tasks of tasks, for which only the end of the group waits.
static void descend(const double *x, double *y, int from, int to) {
  if (to - from <= 2) {
    for (int i = from; i < to; i++) y[i] += x[i] * x[i] * x[0];
    return;
  }
  int middle = (from + to) / 2;
#pragma omp task
  descend(x, y, from, middle);
#pragma omp task
  descend(x, y, middle, to);
}
static void grouped(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel
#pragma omp single
  {
#pragma omp taskgroup
    {
#pragma omp task
      descend(x, y, 0, n);
    }
    for (int i = 0; i < n; i++) s += y[i];
#pragma omp taskgroup
    descend(x, y, 0, n);
  }
  y[0] += s * x[1];
}
MODES(grouped)

// Sections within tasks, whose order nobody knows before.
static void shared_sums(const double *x, double *y, int n) {
  double product = 1, sum = 0, most = -1e300;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i += 2) {
#pragma omp task
    {
      double own = x[i] * x[i + 1 < n ? i + 1 : 0];
#pragma omp critical
      sum = sum + own * own;
#pragma omp atomic
      product *= 0.7 + 0.4 * own;
#pragma omp atomic compare
      if (most < own) { most = own; }
    }
  }
  y[0] = product * sum, y[1] = most * sum;
}
MODES(shared_sums)

// What the parent reads while its children do, and what it does between two waits.
static void beside(const double *x, double *y, int n) {
  double a = x[0] * x[1], b, c, d, e;
#pragma omp parallel
#pragma omp single
  {
#pragma omp task shared(a, b)
    b = a * x[2];
    d = a * a;
#pragma omp taskwait
#pragma omp task shared(b, c)
    c = sin(b) * d;
    e = d * x[3] + b;
#pragma omp taskwait
    d = e + b * c;
  }
  y[0] = d, y[1] = c;
}
MODES(beside)

// Some are not put off.
static void at_once(const double *x, double *y, int n) {
  double s = 1;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task if (i % 3 == 0) shared(s)
#pragma omp critical
    s += x[i] * x[i];
#pragma omp task final(i % 2) firstprivate(i)
    y[i] = x[i] * x[i];
  }
  y[0] += s;
}
MODES(at_once)

// None is put off: each is done where it stands, and what it hands in itself may be done later.
static void never_put_off(const double *x, double *y, int n) {
  double state = x[0], parts[4] = {0};
#pragma omp parallel
#pragma omp single
  for (int i = 1; i < n; i++) {
    double factor = 0.5 * x[i];
#pragma omp task if (0) shared(state)
    state = state * factor + sin(x[i]);
    if (i % 5) continue;
#pragma omp task if (0)
    {
      double own = factor * state;
      for (int k = 0; k < 4; k++) {
#pragma omp task shared(parts) firstprivate(own, k)
        parts[k] += own * x[k];
      }
#pragma omp taskwait
      y[i] = own * parts[0];
    }
  }
  y[0] = state, y[1] = parts[1] * parts[2];
}
MODES(never_put_off)

static void at_once_by_all(const double *x, double *y, int n) {
  double sum = 0;
#pragma omp parallel
  {
#pragma omp for schedule(dynamic, 3) nowait
    for (int i = 0; i < n; i++) {
      double own = x[i] * x[0];
#pragma omp task if (0)
      {
#pragma omp critical
        sum += own * own;
        y[i] = own * x[(i + 1) % n];
      }
    }
#pragma omp taskgroup
    {
#pragma omp task if (0)
      {
#pragma omp task shared(sum)
#pragma omp critical
        sum += x[2] * x[3];
      }
    }
  }
  y[0] = sum / omp_get_max_threads();
}
MODES(at_once_by_all)

static void groups_at_once(const double *x, double *y, int n) {
  double sum = 0, product = 1;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum) task_reduction(* : product)
  for (int i = 0; i < n; i++) {
    double pair[2] = {x[i], x[i] * x[0]};
#pragma omp task if (0) in_reduction(+ : sum) firstprivate(pair)
    sum += pair[0] * pair[1];
#pragma omp task if (i % 2) in_reduction(* : product)
    product *= 0.9 + 0.1 * x[i];
  }
  y[0] = sum * product, y[1] = product;
}
MODES(groups_at_once)

static double half_tree(const double *x, int n) {
  if (n <= 2) return n == 1 ? x[0] : x[0] * x[1];
  double left, right;
#pragma omp task shared(left)
  left = half_tree(x, n / 2);
#pragma omp task shared(right) if (0)
  right = half_tree(x + n / 2, n - n / 2);
#pragma omp taskwait
  return 0.8 * left + sin(right) * left;
}
static void recursive_at_once(const double *x, double *y, int n) {
  double s;
#pragma omp parallel
#pragma omp single
  s = half_tree(x, n);
  y[0] = s, y[1] = s * x[1];
}
MODES(recursive_at_once)

// A part of an array. (Clang 22 says that it has eight bytes, and LLVM's OpenMP gives it 64.)
static void group_of_a_part(const double *x, double *y, int n) {
  double sums[4] = {1, x[1], 0, 2};
  for (int again = 0; again < 3; again++) {
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sums[0 : 4])
    for (int i = 0; i < n; i++) {
#pragma omp task in_reduction(+ : sums[0 : 4]) firstprivate(i)
      sums[i % 4] += 0.1 * x[i] * x[n - 1 - i];
    }
  }
  for (int i = 0; i < n; i++) y[i] = x[i] * sums[i % 4];
}
MODES(group_of_a_part)

// Tasks of a group without active numbers, none of which is put off.
__attribute__((noinline)) static int group_of_integers(int n) {
  int sum = 0;
#pragma omp parallel
#pragma omp single
#pragma omp taskgroup task_reduction(+ : sum)
  for (int i = 0; i < n; i++) {
#pragma omp task if (0) in_reduction(+ : sum)
    sum += i;
  }
  return sum;
}
static void beside_integers(const double *x, double *y, int n) {
  int sum = group_of_integers(n);
  for (int i = 0; i < n; i++) y[i] = x[i] * x[i] * sum;
}
MODES(beside_integers)

// LLVM's OpenMP 22 ends programs that do this under ThreadSanitizer, with and without derivatives.
#if !__has_feature(thread_sanitizer)
static void some_at_once(const double *x, double *y, int n) {
  double s = 1;
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task if (i % 3 == 0) shared(s) depend(inout : s)
    s = s * (0.5 + 0.5 * x[i]) + 0.1;
    if (i % 7 == 0) {
#pragma omp taskwait depend(in : s)
      y[i] = s;
    }
  }
  y[0] += s;
}
MODES(some_at_once)

// Tasks that are put off come before and behind those that are not, which wait for what they depend on.
static void in_between(const double *x, double *y, int n) {
  double state = x[0], other = x[1];
#pragma omp parallel
#pragma omp single
  for (int i = 2; i < n; i++) {
#pragma omp task depend(inout : state)
    state = 0.6 * state * x[i] + 0.1;
#pragma omp task if (0) depend(in : state) depend(inout : other)
    other = 0.5 * other + state * x[i];
    y[i] = other;
#pragma omp task depend(inout : other) depend(in : state)
    other += sin(state);
#pragma omp taskwait depend(in : other)
    y[i] *= other;
  }
  y[0] = state, y[1] = other;
}
MODES(in_between)

// What tasks find out is read by nobody.
static void unread(const double *x, double *y, int n) {
  double from[SIZE], to[SIZE], state = 0;
  for (int i = 0; i < n; i++) from[i] = x[i] * x[i];
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
#pragma omp task if (i % 2) depend(inout : state)
    {
      state = from[i] * from[i] + 0.5 * state;
      to[i] = state;
    }
#pragma omp task if (0) depend(in : state)
    to[i] += state;
  }
  for (int i = 0; i < n; i++) y[i] = from[i];
}
MODES(unread)
#endif

// In loops, with barriers and worksharing loops beside.
static void steps(const double *x, double *y, int n) {
  double now[2][SIZE];
  for (int i = 0; i < n; i++) now[0][i] = x[i];
#pragma omp parallel
  for (int t = 0; t < 4; t++) {
    double *from = now[t % 2], *to = now[(t + 1) % 2];
#pragma omp for
    for (int i = 0; i < n; i++) to[i] = 0.5 * from[i] + 0.1 * from[(i + 1) % n];
#pragma omp single
    for (int i = 0; i < n; i += 8) {
#pragma omp task firstprivate(i)
      for (int k = i; k < i + 8 && k < n; k++) to[k] *= to[k] + 0.2;
    }
  }
  for (int i = 0; i < n; i++) y[i] = now[0][i];
}
MODES(steps)

// Steps that look like none to the rule, which the program has said: without it, their derivative is 0.
static double in_steps(double t) { return floor(t * 0x1p46) / 0x1p46; }
static double in_steps_tangent(double t, double dt) { (void)t; return dt; }
static double in_steps_augmented(double t) { return in_steps(t); }
static double in_steps_reverse(double t, double adjoint) { (void)t; return adjoint; }
void *__enzyme_register_derivative_in_steps[] = {(void *)in_steps, (void *)in_steps_tangent};
void *__enzyme_register_gradient_in_steps[] = {(void *)in_steps, (void *)in_steps_augmented, (void *)in_steps_reverse};
static void ruled(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++) {
    double more;
#pragma omp task if (0) shared(more)
    more = in_steps(x[n - 1 - i]);
#pragma omp task firstprivate(more)
    y[i] = in_steps(x[i]) * x[i] * more;
  }
}
MODES(ruled)

static void outside(const double *x, double *y, int n) {
  double s = x[0];
#pragma omp task shared(s)
  s *= x[1];
#pragma omp taskwait
  y[0] = s;
}
MODES(outside)

// The hook is called by a worker of a team of the program's own, each for itself: others of that team must not do its tasks.
static void own_tasks(const double *x, double *y, int n) {
  double parts[4] = {0};
#pragma omp taskgroup
  for (int k = 0; k < 4; k++) {
#pragma omp task shared(parts) firstprivate(k)
    for (int i = k; i < n; i += 4) parts[k] += x[i] * x[i] * x[k];
  }
  for (int k = 0; k < 4; k++) y[0] += parts[k] * parts[(k + 1) % 4];
}
MODES(own_tasks)
static void check_within(void) {
  double first[SIZE] = {0};
  for (unsigned k = 0; k < sizeof teams / sizeof *teams; k++) {
    double apart = 0;
#pragma omp parallel num_threads(teams[k]) reduction(max : apart)
    {
      double x[SIZE], dx[SIZE] = {0}, y[SIZE] = {0}, dy[SIZE] = {1};
      for (int i = 0; i < SIZE; i++) x[i] = number(i);
      own_tasks_gradient(x, dx, y, dy);
#pragma omp barrier
      if (k == 0) memcpy(first, dx, sizeof first);
      for (int i = 0; i < SIZE; i++) apart = fmax(apart, fabs(dx[i] - first[i]));
    }
    judge("own_tasks within", teams[k], "the gradient of one worker", apart == 0, apart, 0);
  }
}

// Regions that one worker runs alone: what it waits for there are its tasks of that region, and not those that it handed in before.
static double of_two(const double *x, int i, int n) {
  double a = 0, b = 0;
#pragma omp parallel if (n < 0) shared(a, b)
#pragma omp single
  {
#pragma omp task shared(a)
    a = x[i] * x[(i + 1) % n];
#pragma omp task shared(b)
    b = sin(x[i]);
#pragma omp taskwait
  }
  return a * b;
}
static void alone(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  for (int k = 0; k < 6; k++) {
#pragma omp task
    y[k] = of_two(x, k, n) + x[k];
    if (k % 2) y[k + 6] = of_two(x, k + 7, n);
  }
}
MODES(alone)

int main(void) {
  CHECK(alone);
  CHECK(own_tasks);
  check_within();
  CHECK(recursive);
  CHECK(many);
  CHECK(by_all);
  CHECK(chain);
  CHECK(wavefront);
  CHECK(constants);
  CHECK(grouped);
  CHECK(shared_sums);
  CHECK(beside);
  CHECK(at_once);
  CHECK(never_put_off);
  CHECK(at_once_by_all);
  CHECK(groups_at_once);
  CHECK(recursive_at_once);
  CHECK(group_of_a_part);
  CHECK(beside_integers);
#if !__has_feature(thread_sanitizer)
  CHECK(some_at_once);
  CHECK(in_between);
  CHECK(unread);
#endif
  CHECK(steps);
  CHECK(ruled);
  CHECK(outside);
  return failures != 0;
}
