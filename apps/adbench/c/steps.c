// steps.c: a long loop whose steps are run again from checkpoints, against a tape of all its steps: time and memory of a gradient. Owns
// the model, a chain of 64 nonlinear springs, and the table; the gradients are compared as well.
//
//     enzyme-cc -O2 steps.c -o steps -lm && ./steps
#include <enzyme_rs/enzyme.h>
#include <enzyme_rs/parallel.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SPRINGS = 64, STEPS = 100000 };

struct chain {
  double u[SPRINGS], v[SPRINGS], work;
};

static void step(long i, void *context) {
  struct chain *c = context;
  double last = i % 1000 == 0 ? 1e-3 : 0;
  for (int k = 0; k < SPRINGS; k++) {
    double left = k > 0 ? c->u[k - 1] : 0, right = k + 1 < SPRINGS ? c->u[k + 1] : 0;
    c->v[k] += 0.005 * (left - 2 * c->u[k] + right - c->u[k] * c->u[k] * c->u[k]) + last;
  }
  for (int k = 0; k < SPRINGS; k++)
    c->u[k] += 0.005 * c->v[k];
  c->work += c->v[i % SPRINGS] * last;
}

static void start(struct chain *c, const double *x) {
  memset(c, 0, sizeof *c);
  for (int k = 0; k < SPRINGS; k++)
    c->u[k] = x[k];
}

static double end(const struct chain *c) { return c->work + c->u[0] * c->u[SPRINGS / 2]; }

static double by_tape(const double *x, long n) {
  struct chain c;
  start(&c, x);
  enzyme_rs_for_each(n, step, &c);
  return end(&c);
}

static double by_checkpoints(const double *x, long n, long states) {
  struct chain c;
  start(&c, x);
  enzyme_rs_checkpointed(n, states, step, &c);
  return end(&c);
}

struct result {
  double seconds, dx[SPRINGS];
};

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

// The primal (-1), or a gradient with so many states; with a tape, if there are none.
static struct result run(const double *x, long states) {
  struct result r;
  memset(&r, 0, sizeof r);
  double start = now();
  if (states < 0)
    r.dx[0] = by_tape(x, STEPS);
  else if (states == 0)
    __enzyme_autodiff_void((void *)by_tape, enzyme_dup, x, r.dx, enzyme_const, (long)STEPS);
  else
    __enzyme_autodiff_void((void *)by_checkpoints, enzyme_dup, x, r.dx, enzyme_const, (long)STEPS, enzyme_const, states);
  r.seconds = now() - start;
  return r;
}

// In a process of its own, whose memory is measured.
static struct result measured(const double *x, long states, long *kilobytes) {
  int ends[2];
  struct result r = {0};
  if (pipe(ends))
    exit(2);
  pid_t child = fork();
  if (child == 0) {
    r = run(x, states);
    _exit(write(ends[1], &r, sizeof r) != sizeof r);
  }
  if (read(ends[0], &r, sizeof r) != sizeof r)
    exit(2);
  struct rusage usage;
  wait4(child, 0, 0, &usage);
  *kilobytes = usage.ru_maxrss;
  close(ends[0]);
  close(ends[1]);
  return r;
}

int main(void) {
  static const long states[] = {0, 1000, 100, 20, 5};
  double x[SPRINGS];
  long least;
  for (int k = 0; k < SPRINGS; k++)
    x[k] = 0.5 * sin(0.3 * k);
  struct result primal = measured(x, -1, &least), tape = {0};
  int bad = 0;
  printf("%d steps of %d springs, primal %.0f ms\n%-24s %10s %14s %12s\n", STEPS, SPRINGS, 1e3 * primal.seconds, "gradient", "time",
         "time / primal", "memory");
  for (int i = 0; i < (int)(sizeof states / sizeof *states); i++) {
    long kilobytes;
    char what[32];
    struct result r = measured(x, states[i], &kilobytes);
    snprintf(what, sizeof what, states[i] ? "%ld states" : "a tape of all steps", states[i]);
    printf("%-24s %7.0f ms %14.1f %8.1f MiB\n", what, 1e3 * r.seconds, r.seconds / primal.seconds, (kilobytes - least) / 1024.0);
    if (i == 0)
      tape = r;
    for (int k = 0; k < SPRINGS; k++)
      bad |= !(fabs(r.dx[k] - tape.dx[k]) <= 1e-10 * fmax(1, fabs(tape.dx[k])));
  }
  if (bad)
    puts("the numbers differ");
  return bad;
}
