/* Loops whose steps are run again from checkpoints in the reverse pass: the same gradients, bit for bit, as with a tape of all steps. */
#include "check.h"
#include "../../../include/enzyme_rs/parallel.h"

HOOK void enzyme_rs_tape_free(void *);
HOOK long enzyme_rs_tape_peak_bytes(void);

enum { POINTS = 6 };

struct simulation { double *u, *v; const double *force; int n; double energy; };

/* How often steps run: by a function of which is said that it has no derivative, and that may be another one when the program is linked. */
static long runs;
__attribute__((weak, noinline)) void count(void) { runs++; }
void *__enzyme_inactivefn_count[] = {(void *)count};

/* A chain of nonlinear springs, in place. */
static void step(long i, void *context) {
  struct simulation *s = context;
  count();
  for (int k = 0; k < s->n; k++) {
    double left = k > 0 ? s->u[k - 1] : 0, right = k + 1 < s->n ? s->u[k + 1] : 0;
    s->v[k] += 0.01 * (left - 2 * s->u[k] + right - sin(s->u[k]) * s->force[k % 3]);
  }
  for (int k = 0; k < s->n; k++)
    s->u[k] += 0.01 * s->v[k];
  s->energy += s->v[i % s->n] * s->v[i % s->n];
}

static long steps = 40, states = 4;

#define SIMULATION(run)                                                                            \
  double u[POINTS], v[POINTS], force[3];                                                           \
  for (int k = 0; k < n; k++) {                                                                    \
    u[k] = x[k] * x[(k + 1) % n];                                                                  \
    v[k] = 0;                                                                                      \
  }                                                                                                \
  for (int k = 0; k < 3; k++)                                                                      \
    force[k] = 1 + x[k] * x[k];                                                                    \
  struct simulation s = {u, v, force, n, x[0]};                                                    \
  run;                                                                                             \
  double sum = s.energy;                                                                           \
  for (int k = 0; k < n; k++)                                                                      \
    sum += u[k] * u[k] * (k + 1) + v[k];                                                           \
  return sum * force[1];

static double whole(double *x, int n) { SIMULATION(enzyme_rs_for_each(steps, step, &s)) }

static double checkpointed(double *x, int n) {
  SIMULATION(enzyme_rs_checkpointed(steps, states, step, &s, u, sizeof u, v, sizeof v))
}

/* Heap memory that is freed before the reverse pass, steps in a function that stays a call, and two loops in a row. */
__attribute__((noinline)) static void simulate(struct simulation *s, long n) {
  size_t bytes = s->n * sizeof *s->u;
  /* What is only read, `force`, must be there in the reverse pass as well: a caller might overwrite it before. */
  enzyme_rs_checkpointed(n, 3, step, s, s->u, bytes, s->v, bytes, s, sizeof *s, s->force, 3 * sizeof *s->force);
}

static double by_callee(double *x, int n) {
  double *u = malloc(n * sizeof *u), *v = calloc(n, sizeof *v), force[3] = {x[0], x[1], 1};
  for (int k = 0; k < n; k++)
    u[k] = x[k];
  struct simulation s = {u, v, force, n, 0};
  simulate(&s, 17);
  u[1] *= x[2];
  simulate(&s, 9);
  u[0] *= u[1];
  double sum = s.energy * u[2];
  for (int k = 0; k < n; k++)
    sum += u[k] * v[k] * (k + 1);
  free(u);
  free(v);
  return sum;
}

/* In a loop: each turn has its own checkpoints. */
static double in_a_loop(double *x, int n) {
  double sum = 0;
  double u[POINTS], v[POINTS] = {0}, force[3] = {1, 2, 3};
  for (int k = 0; k < n; k++)
    u[k] = x[k];
  struct simulation s = {u, v, force, n, 0};
  for (int t = 0; t < 4; t++) {
    enzyme_rs_checkpointed(5 + t, 2, step, &s, u, sizeof u, v, sizeof v);
    sum += u[t % n] * s.energy;
    v[2] *= x[t];
  }
  return sum;
}

/* A step with memory of its own, which calls what stays a call. */
__attribute__((noinline)) static double norm(const double *t, int n) {
  double sum = 0;
  for (int k = 0; k < n; k++)
    sum += t[k] * t[k];
  return sqrt(sum + 1);
}

static void with_scratch(long i, void *context) {
  struct simulation *s = context;
  double *t = malloc(s->n * sizeof *t);
  for (int k = 0; k < s->n; k++)
    t[k] = s->u[k] * s->u[(k + i) % s->n];
  double size = norm(t, s->n);
  for (int k = 0; k < s->n; k++)
    s->u[k] = t[k] / size + 0.1 * s->force[k % 3];
  free(t);
}

static double scratch(double *x, int n) {
  double u[POINTS], force[3] = {x[0], 2, 3};
  for (int k = 0; k < n; k++)
    u[k] = x[k];
  struct simulation s = {u, 0, force, n, 0};
  enzyme_rs_checkpointed(12, 3, with_scratch, &s, u, sizeof u);
  return u[0] + u[1] * u[2];
}

/* Steps that run steps. */
struct pair { double u[4]; double w; };

static void inner(long i, void *context) {
  struct pair *p = context;
  for (int k = 0; k < 4; k++)
    p->u[k] = sin(p->u[k] + p->u[(k + 1) % 4] * p->w);
}

static void outer(long i, void *context) {
  struct pair *p = context;
  enzyme_rs_checkpointed(7, 2, inner, p, p, sizeof *p);
  p->w += 0.1 * p->u[i % 4];
}

static double nested(double *x, int n) {
  struct pair p = {{x[0], x[1], x[2], x[3]}, 0.5};
  enzyme_rs_checkpointed(9, 3, outer, &p);
  return p.u[0] * p.u[1] + p.w;
}

/* An integer decides what a step does, and the input itself is read. */
struct mixed { double a, b; long count; const double *x; };

static void by_count(long i, void *context) {
  struct mixed *m = context;
  m->count += i % 3;
  if (m->count % 2)
    m->b = cos(m->a * m->x[i % POINTS]);
  else
    m->a = sin(m->b + m->a);
}

static double mixed(double *x, int n) {
  struct mixed m = {x[0], x[1], 0, x};
  enzyme_rs_checkpointed(20, 4, by_count, &m);
  return m.a + m.b * m.count;
}

/* Gradients of so many steps: with so many states, and with a tape of all steps. */
static void gradient(const double *x, double *dx, long n, long kept) {
  double at[POINTS];
  memcpy(at, x, sizeof at);
  memset(dx, 0, sizeof at);
  steps = n;
  states = kept;
  runs = 0;
  __enzyme_autodiff_v((void *)checkpointed, enzyme_dup, at, dx, enzyme_const, POINTS);
}

static void gradient_by_tape(const double *x, double *dx, long n) {
  double at[POINTS];
  memcpy(at, x, sizeof at);
  memset(dx, 0, sizeof at);
  steps = n;
  __enzyme_autodiff_v((void *)whole, enzyme_dup, at, dx, enzyme_const, POINTS);
}

/* The same up to rounding as with a tape of all steps (a compiler may add adjoints of several steps in another order), and the same bits
 * whatever the number of states. */
static void compare_with_whole(const double *x, long n, long kept) {
  double some[POINTS], all[POINTS], tape[POINTS];
  gradient(x, some, n, kept);
  gradient(x, all, n, n);
  gradient_by_tape(x, tape, n);
  same("bits", memcmp(some, all, sizeof all), 0);
  for (int k = 0; k < POINTS; k++)
    same("as with a tape", some[k], tape[k]);
}

/* As many steps are run as Revolve needs (the numbers are those of the crate `checkpoint`): one more than it advances, beside one in each adjoint. */
static void count_runs(const double *x, long n, long kept, long advances) {
  double dx[POINTS];
  gradient(x, dx, n, kept);
  same("runs", runs, n + advances + 1);
}

/* Steps in a loop, whose context leads to other memory each time. */
struct part { double *from, *to; };
static void mix(long i, void *context) {
  struct part *p = context;
  *p->to = sin(*p->to) + 0.1 * (i + 1) * *p->from * *p->from;
}
static double by_place(double *x, int n) {
  double sum = 0.5 * x[0] * x[1];
  for (int k = 0; k < n; k++) {
    struct part p = {x + k, &sum};
    enzyme_rs_checkpointed(4, 2, mix, &p, &sum, sizeof sum);
  }
  return sum;
}

/* Steps that leave no trace. */
static void look(long i, void *context) { (void)context; }
static double idle(double *x, int n) {
  double a = x[0] * n;
  enzyme_rs_checkpointed(5, 2, look, &a);
  return a * x[1];
}

int main(void) {
  double x[POINTS] = {0.7, -1.3, 0.2, 1.1, -0.4, 0.6};
  CHECK_GRADIENT(checkpointed, x, POINTS);
  CHECK_GRADIENT(by_callee, x, POINTS);
  CHECK_GRADIENT(in_a_loop, x, POINTS);
  CHECK_GRADIENT(scratch, x, POINTS);
  CHECK_GRADIENT(nested, x, POINTS);
  CHECK_GRADIENT(mixed, x, POINTS);
  CHECK_GRADIENT(by_place, x, POINTS);
  CHECK_GRADIENT(idle, x, POINTS);
  for (long n = 0; n < 9; n++)
    for (long kept = 0; kept < 11; kept += 3)
      compare_with_whole(x, n, kept);
  compare_with_whole(x, 1000, 7);
  count_runs(x, 1, 1, 0);
  count_runs(x, 10, 1, 45);
  count_runs(x, 10, 3, 15);
  count_runs(x, 1000, 10, 3636);
  return failures;
}
