/* Split derivatives: an augmented primal and a reverse half that the program calls by itself, with a tape that it owns. Several tapes at
 * once, in any order, on other threads, used more than once, in memory of the program's; arguments overwritten in between. */
#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

extern int enzyme_allocated, enzyme_tape, enzyme_nofree, enzyme_not_overwritten;

size_t __enzyme_augmentsize(void *, ...);
void *__enzyme_augmentfwd(void *, ...);
void __enzyme_augmentfwd_placed(void *, ...);
double __enzyme_augmentfwd_value(void *, ...);
double __enzyme_reverse(void *, ...);
void __enzyme_reverse_void(void *, ...);
void enzyme_rs_tape_free(void *);

struct both {
  void *tape;
  double value;
};
struct both __enzyme_augmentfwd_both(void *, ...);

enum { N = 5 };

/* --- One number. ------------------------------------------------------------------------------- */

static double cube(double x) { return x * x * x; }

static void test_numbers(void) {
  struct both one = __enzyme_augmentfwd_both((void *)cube, 2.0);
  struct both two = __enzyme_augmentfwd_both((void *)cube, 3.0);
  same("value", one.value, 8);
  same("value of the second", two.value, 27);
  /* The tape of the first is older, and is used first. */
  same("seed", __enzyme_reverse((void *)cube, 2.0, 10.0, one.tape), 120);
  same("no seed", __enzyme_reverse((void *)cube, 3.0, two.tape), 27);
  void *tape = __enzyme_augmentfwd((void *)cube, 4.0);
  same("marked tape", __enzyme_reverse((void *)cube, enzyme_tape, tape, 4.0, 1.0), 48);
}

/* --- In place, with branches, and a loop of unknown length. ------------------------------------ */

/* Newton's iteration for the square root of x[0]; x is overwritten. */
static void roots(double *x, int n) {
  for (int i = 0; i < n; ++i) {
    double r = x[i];
    while (r * r - x[i] > 1e-14 * x[i])
      r = 0.5 * (r + x[i] / r);
    x[i] = r;
  }
}

static void fill(double *x, double from) {
  for (int i = 0; i < N; ++i)
    x[i] = from + i;
}

static void check_roots(const char *what, double from, const double *dx, double seed) {
  for (int i = 0; i < N; ++i)
    same(what, dx[i], seed * 0.5 / sqrt(from + i));
}

static void test_orders(void) {
  enum { TAPES = 4 };
  double x[TAPES][N], dx[TAPES][N];
  void *tapes[TAPES];
  for (int t = 0; t < TAPES; ++t) {
    fill(x[t], 2 + t);
    tapes[t] = __enzyme_augmentfwd((void *)roots, x[t], dx[t], N);
    for (int i = 0; i < N; ++i) {
      same("primal", x[t][i], sqrt(2 + t + i));
      dx[t][i] = 1 + t;
      x[t][i] = -1; /* overwritten in between */
    }
  }
  const int order[TAPES] = {1, 3, 0, 2};
  for (int k = 0; k < TAPES; ++k) {
    int t = order[k];
    __enzyme_reverse_void((void *)roots, x[t], dx[t], N, tapes[t]);
    check_roots("any order", 2 + t, dx[t], 1 + t);
    /* Another derivative in between, on the thread's own tape. */
    double y[N], dy[N];
    fill(y, 7);
    for (int i = 0; i < N; ++i)
      dy[i] = 1;
    __enzyme_autodiff_v((void *)roots, y, dy, N);
    check_roots("in between", 7, dy, 1);
  }
}

/* --- The program's memory. --------------------------------------------------------------------- */

static double energy(const double *restrict v) {
  double j = v[0] * v[1] - v[2] * v[2];
  return log(j) * log(j) + sin(v[0]) * v[1] * v[2];
}

static void gradient(double *restrict g, const double *restrict v) {
  double l = 2 * log(v[0] * v[1] - v[2] * v[2]) / (v[0] * v[1] - v[2] * v[2]);
  g[0] = l * v[1] + cos(v[0]) * v[1] * v[2];
  g[1] = l * v[0] + sin(v[0]) * v[2];
  g[2] = l * -2 * v[2] + sin(v[0]) * v[1];
}

static void test_placed(void) {
  double v[3] = {2, 3, 0.5}, dv[3] = {0, 0, 0}, other[3] = {0, 0, 0}, g[3], old[3];
  memcpy(old, v, sizeof v);
  gradient(g, v);
  size_t bytes = __enzyme_augmentsize((void *)energy, enzyme_dup);
  char *memory = malloc(2 * bytes + 3);
  char *odd = memory + 3; /* as unaligned as can be */
  double e = __enzyme_augmentfwd_value((void *)energy, enzyme_allocated, bytes, enzyme_tape, odd, enzyme_dup, v, NULL);
  same("value beside memory of one's own", e, energy(old));
  v[0] = v[1] = v[2] = 0;
  /* Twice from the same tape, the second time with another seed and another shadow. */
  __enzyme_reverse_void((void *)energy, enzyme_allocated, bytes, enzyme_tape, odd, enzyme_nofree, enzyme_dup, v, dv, 1.0);
  __enzyme_reverse_void((void *)energy, enzyme_allocated, bytes, enzyme_tape, odd, enzyme_dup, v, other, 3.0);
  for (int i = 0; i < 3; ++i) {
    same("first pass", dv[i], g[i]);
    same("second pass", other[i], 3 * g[i]);
  }
  free(memory);
}

/* --- What is promised not to be overwritten need not be kept. ---------------------------------- */

static double squares(const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i] * x[i];
  return s;
}

static void test_promise(void) {
  size_t all = __enzyme_augmentsize((void *)squares, enzyme_dup, enzyme_const);
  size_t less = __enzyme_augmentsize((void *)squares, enzyme_not_overwritten, enzyme_dup, enzyme_const);
  same("a promise saves memory", less <= all, 1);
  double x[N], dx[N] = {0};
  fill(x, 1);
  struct both made = __enzyme_augmentfwd_both((void *)squares, enzyme_not_overwritten, enzyme_dup, x, dx, enzyme_const, N);
  __enzyme_reverse_void((void *)squares, enzyme_not_overwritten, enzyme_dup, x, dx, enzyme_const, N, 1.0, made.tape);
  for (int i = 0; i < N; ++i)
    same("promised", dx[i], 2 * x[i]);
}

/* What lies behind pointers in it is not promised: here the second link changes. */
struct link {
  struct link *next;
  double x;
};

static double chain(const struct link *first) {
  double s = 0;
  for (; first; first = first->next)
    s += first->x * first->x * first->x;
  return s;
}

static void test_promise_of_one_link(void) {
  struct link second = {0, 3}, first = {&second, 2};
  struct link dsecond = {0, 0}, dfirst = {&dsecond, 0};
  struct both made = __enzyme_augmentfwd_both((void *)chain, enzyme_not_overwritten, enzyme_dup, &first, &dfirst);
  second.x = 100;
  __enzyme_reverse_void((void *)chain, enzyme_not_overwritten, enzyme_dup, &first, &dfirst, 1.0, made.tape);
  same("the link that is promised", dfirst.x, 12);
  same("the link behind it", dsecond.x, 27);
}

/* --- Memory of the function's own, callees with tapes, recursion. ------------------------------- */

__attribute__((noinline)) static double product(const double *x, int n) {
  return n == 1 ? x[0] : product(x, n / 2) * product(x + n / 2, n - n / 2);
}

static double *scaled(const double *x, int n) {
  double *y = malloc(n * sizeof *y);
  for (int i = 0; i < n; ++i)
    y[i] = x[i] * product(x, n);
  return y;
}

/* sum of x_i * prod: derivative prod + (sum x) * prod / x_j. */
static double with_memory(const double *x, int n) {
  double *y = scaled(x, n), s = 0;
  for (int i = 0; i < n; ++i)
    s += y[i];
  free(y);
  return s;
}

static void check_memory(const char *what, const double *x, const double *dx) {
  double p = 1, s = 0;
  for (int i = 0; i < N; ++i) {
    p *= x[i];
    s += x[i];
  }
  for (int i = 0; i < N; ++i)
    same(what, dx[i], p + s * p / x[i]);
}

struct job {
  double x[N], dx[N];
  void *tape;
};

static void *finish(void *context) {
  struct job *job = context;
  __enzyme_reverse_void((void *)with_memory, job->x, job->dx, N, 1.0, job->tape);
  return NULL;
}

static void test_threads(void) {
  enum { JOBS = 3 };
  struct job jobs[JOBS];
  pthread_t threads[JOBS];
  for (int j = 0; j < JOBS; ++j) {
    fill(jobs[j].x, 1 + j);
    memset(jobs[j].dx, 0, sizeof jobs[j].dx);
    jobs[j].tape = __enzyme_augmentfwd((void *)with_memory, jobs[j].x, jobs[j].dx, N);
  }
  for (int j = 0; j < JOBS; ++j)
    pthread_create(&threads[j], NULL, finish, &jobs[j]);
  for (int j = 0; j < JOBS; ++j) {
    pthread_join(threads[j], NULL);
    check_memory("on other threads", jobs[j].x, jobs[j].dx);
  }
  /* A tape that is not needed after all. */
  void *tape = __enzyme_augmentfwd((void *)squares, jobs[0].x, jobs[0].dx, N);
  enzyme_rs_tape_free(tape);
}

/* --- A result that is a pointer comes with its shadow. ------------------------------------------ */

struct found {
  double *place, *shadow;
};
struct found __enzyme_augmentfwd_found(void *, ...);

static double *largest(double *x, int n) {
  double *best = x;
  for (int i = 1; i < n; ++i)
    if (x[i] > *best)
      best = x + i;
  *best *= *best;
  return best;
}

static void test_pointer(void) {
  double x[N] = {1, 5, 2, 4, 3}, dx[N] = {0};
  size_t bytes = __enzyme_augmentsize((void *)largest);
  void *memory = malloc(bytes);
  struct found found = __enzyme_augmentfwd_found((void *)largest, enzyme_allocated, bytes, enzyme_tape, memory, x, dx, N);
  same("the place", found.place == x + 1, 1);
  same("its shadow", found.shadow == dx + 1, 1);
  *found.shadow = 1;
  __enzyme_reverse_void((void *)largest, enzyme_tape, memory, x, dx, N);
  same("through the pointer", dx[1], 10);
  free(memory);
}

int main(void) {
  test_numbers();
  test_orders();
  test_placed();
  test_promise();
  test_promise_of_one_link();
  test_threads();
  test_pointer();
  return failures;
}
