/* The program that `enzyme-rs verify` runs: random points, three derivatives, one line each; what is left of a Taylor expansion at the first point; times.
 *
 * A prelude generated in front of this file defines EZV_ARGS, the table `ezv_args` and the constants
 * EZV_RETURN, EZV_SAMPLES and EZV_SEED. Owns: points, seeds and differences. Judges nothing: the
 * command does.
 *
 * Notation: x are the arguments, y the result and the final content of the active arrays, w random
 * weights of y (1 for the result, 0 for what is only read), v a random direction in x. Then
 *   reverse  = <J^T w, v>    forward = <w, J v>    differences = d/dh <w, y(x + h v)> at h = 0.
 */
#include <math.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

/* There if a derivative has a tape. */
long enzyme_rs_tape_peak_bytes(void) __attribute__((weak));

/* Memory that ends where the process has none: what goes past the end is seen. */
static struct ezv_guarded {
  char *end;
  int argument;
} ezv_all[8 * EZV_ARGS];
static int ezv_count;
static size_t ezv_page;
static FILE *ezv_out;

static void *ezv_new(size_t bytes, int argument) {
  size_t room = (bytes + ezv_page - 1) / ezv_page * ezv_page;
  char *memory = mmap(NULL, room + ezv_page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory + room, ezv_page, PROT_NONE))
    exit(99);
  ezv_all[ezv_count++] = (struct ezv_guarded){memory + room, argument};
  return memory + room - bytes;
}

/* Says of which argument the end was passed. */
static void ezv_passed(int number, siginfo_t *what, void *context) {
  char *at = what->si_addr;
  (void)number, (void)context;
  for (int k = 0; k < ezv_count; k++)
    if (at >= ezv_all[k].end && at < ezv_all[k].end + ezv_page) {
      dprintf(fileno(ezv_out), "\npast %d\n", ezv_all[k].argument);
      _exit(96);
    }
  /* Another mistake, as it would be without us. */
  signal(what->si_signo, SIG_DFL);
}

static void ezv_watch(void) {
  static char stack[1 << 16];
  stack_t own = {.ss_sp = stack, .ss_size = sizeof stack};
  struct sigaction action = {.sa_sigaction = ezv_passed, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigaltstack(&own, NULL);
  sigaction(SIGSEGV, &action, NULL);
}

static uint64_t ezv_state;

/* splitmix64, as a number in [0, 1) */
static double ezv_uniform(void) {
  uint64_t z = (ezv_state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (double)((z ^ (z >> 31)) >> 11) * 0x1p-53;
}

static size_t ezv_size(int type) {
  static const size_t sizes[] = {sizeof(float), sizeof(double), sizeof(long double), 1, 2, 4, 8};
  return sizes[type];
}

static long double ezv_get(const void *buffer, int type, size_t i) {
  switch (type) {
  case EZV_FLOAT:
    return ((const float *)buffer)[i];
  case EZV_DOUBLE:
    return ((const double *)buffer)[i];
  default:
    return ((const long double *)buffer)[i];
  }
}

static void ezv_set(void *buffer, int type, size_t i, long double value) {
  switch (type) {
  case EZV_FLOAT:
    ((float *)buffer)[i] = (float)value;
    break;
  case EZV_DOUBLE:
    ((double *)buffer)[i] = (double)value;
    break;
  case EZV_LONG_DOUBLE:
    ((long double *)buffer)[i] = value;
    break;
  case EZV_INT8:
    ((int8_t *)buffer)[i] = (int8_t)value;
    break;
  case EZV_INT16:
    ((int16_t *)buffer)[i] = (int16_t)value;
    break;
  case EZV_INT32:
    ((int32_t *)buffer)[i] = (int32_t)value;
    break;
  default:
    ((int64_t *)buffer)[i] = (int64_t)value;
    break;
  }
}

/* One buffer for each argument. */
typedef void *ezv_set_of_buffers[EZV_ARGS];

static void ezv_allocate(ezv_set_of_buffers buffers) {
  for (int k = 0; k < EZV_ARGS; k++)
    buffers[k] = ezv_new(ezv_args[k].length * ezv_size(ezv_args[k].type), k);
}

static void ezv_copy(ezv_set_of_buffers to, ezv_set_of_buffers from) {
  for (int k = 0; k < EZV_ARGS; k++)
    memcpy(to[k], from[k], ezv_args[k].length * ezv_size(ezv_args[k].type));
}

/* Random values of the arguments, directions and weights. */
static void ezv_draw(ezv_set_of_buffers x, ezv_set_of_buffers v, ezv_set_of_buffers w) {
  for (int k = 0; k < EZV_ARGS; k++) {
    const struct ezv_arg *a = &ezv_args[k];
    for (size_t i = 0; i < a->length; i++) {
      double u = ezv_uniform();
      if (a->type >= EZV_INT8)
        ezv_set(x[k], a->type, i, floor(a->low + u * (a->high - a->low + 1.0)));
      else
        ezv_set(x[k], a->type, i, a->low + u * (a->high - a->low));
      if (!a->active)
        continue;
      ezv_set(v[k], a->type, i, 2.0 * ezv_uniform() - 1.0);
      if (a->buffer)
        ezv_set(w[k], a->type, i, 2.0 * ezv_uniform() - 1.0);
    }
  }
}

/* Whether argument k takes part in direction `only` (-1: all do). */
static int ezv_in(int k, int only) { return ezv_args[k].active && (only < 0 || only == k); }

static long double ezv_result(const void *result) {
  return EZV_RETURN < 0 ? 0.0L : ezv_get(result, EZV_RETURN, 0);
}

/* <w, content of the active arrays> */
static long double ezv_weigh(ezv_set_of_buffers w, ezv_set_of_buffers y) {
  long double sum = 0;
  for (int k = 0; k < EZV_ARGS; k++)
    if (ezv_args[k].active && ezv_args[k].buffer)
      for (size_t i = 0; i < ezv_args[k].length; i++)
        sum += ezv_get(w[k], ezv_args[k].type, i) * ezv_get(y[k], ezv_args[k].type, i);
  return sum;
}

static ezv_set_of_buffers ezv_scratch;

/* <w, y(x + h v)> */
static long double ezv_value(ezv_set_of_buffers x, ezv_set_of_buffers v, ezv_set_of_buffers w,
                             double h, int only) {
  long double result = 0; /* room for any type */
  ezv_copy(ezv_scratch, x);
  for (int k = 0; k < EZV_ARGS; k++)
    if (h != 0 && ezv_in(k, only))
      for (size_t i = 0; i < ezv_args[k].length; i++) {
        long double moved = ezv_get(x[k], ezv_args[k].type, i);
        moved += h * ezv_get(v[k], ezv_args[k].type, i);
        ezv_set(ezv_scratch[k], ezv_args[k].type, i, moved);
      }
  ezv_primal(ezv_scratch, &result);
  return ezv_result(&result) + ezv_weigh(w, ezv_scratch);
}

/* Five-point differences with several steps; the one nearest to `expected`. */
static double ezv_differences(ezv_set_of_buffers x, ezv_set_of_buffers v, ezv_set_of_buffers w,
                              double expected, int only) {
  static const double steps[] = {1e-1, 3e-2, 1e-2, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5, 1e-6};
  double best = NAN;
  for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
    double h = steps[s];
    long double near = ezv_value(x, v, w, h, only) - ezv_value(x, v, w, -h, only);
    long double far = ezv_value(x, v, w, 2 * h, only) - ezv_value(x, v, w, -2 * h, only);
    double d = (double)((8 * near - far) / (12 * h));
    if (isfinite(d) && !(fabs(best - expected) <= fabs(d - expected)))
      best = d;
  }
  return best;
}

/* One line: sample, direction, value, reverse, forward, differences, scale. */
static void ezv_compare(FILE *out, int sample, int only, ezv_set_of_buffers x,
                        ezv_set_of_buffers v, ezv_set_of_buffers w, ezv_set_of_buffers adjoint,
                        ezv_set_of_buffers tangent) {
  long double reverse = 0, squares = 0, result = 0;
  for (int k = 0; k < EZV_ARGS; k++) {
    memset(tangent[k], 0, ezv_args[k].length * ezv_size(ezv_args[k].type));
    for (size_t i = 0; ezv_in(k, only) && i < ezv_args[k].length; i++) {
      long double step = ezv_get(v[k], ezv_args[k].type, i);
      long double term = ezv_get(adjoint[k], ezv_args[k].type, i) * step;
      ezv_set(tangent[k], ezv_args[k].type, i, step);
      reverse += term;
      squares += term * term;
    }
  }
  ezv_copy(ezv_scratch, x);
  ezv_forward(ezv_scratch, tangent, &result);
  long double forward = ezv_result(&result) + ezv_weigh(w, tangent);
  double value = (double)ezv_value(x, v, w, 0, only);
  double differences = ezv_differences(x, v, w, (double)reverse, only);
  fprintf(out, "point %d %d %.17g %.17g %.17g %.17g %.17g\n", sample, only, value, (double)reverse,
          (double)forward, differences, (double)sqrtl(squares));
  fflush(out);
}

/* A line for each step: h, |<w, y(x + h v) - y(x)>|, and the same less h times the derivative. */
static void ezv_expand(FILE *out, ezv_set_of_buffers x, ezv_set_of_buffers v, ezv_set_of_buffers w, ezv_set_of_buffers adjoint) {
  long double derivative = 0, start = ezv_value(x, v, w, 0, -1);
  for (int k = 0; k < EZV_ARGS; k++)
    for (size_t i = 0; ezv_in(k, -1) && i < ezv_args[k].length; i++)
      derivative += ezv_get(adjoint[k], ezv_args[k].type, i) * ezv_get(v[k], ezv_args[k].type, i);
  for (double h = 0x1p-3; h > 0x1p-17; h /= 2) {
    long double change = ezv_value(x, v, w, h, -1) - start;
    fprintf(out, "taylor %.17g %.17g %.17g\n", h, (double)fabsl(change), (double)fabsl(change - h * derivative));
  }
}

static double ezv_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + 1e-9 * now.tv_nsec;
}

enum { EZV_PRIMAL, EZV_FORWARD, EZV_REVERSE };

/* Seconds of the fastest of several runs. */
static double ezv_seconds(int which, ezv_set_of_buffers x, ezv_set_of_buffers d) {
  double best = INFINITY, all = 0;
  for (int run = 0; run < 1000 && (run < 3 || all < 0.05); run++) {
    long double result = 0;
    ezv_copy(ezv_scratch, x);
    double start = ezv_now();
    if (which == EZV_PRIMAL)
      ezv_primal(ezv_scratch, &result);
    else if (which == EZV_FORWARD)
      ezv_forward(ezv_scratch, d, &result);
    else
      ezv_reverse(ezv_scratch, d);
    double seconds = ezv_now() - start;
    all += seconds;
    best = seconds < best ? seconds : best;
  }
  return best;
}

/* Seconds of the primal, of forward and of reverse mode; the most bytes of the tape. */
static void ezv_cost(FILE *out, ezv_set_of_buffers x, ezv_set_of_buffers d) {
  double primal = ezv_seconds(EZV_PRIMAL, x, d), forward = ezv_seconds(EZV_FORWARD, x, d), reverse = ezv_seconds(EZV_REVERSE, x, d);
  long tape = enzyme_rs_tape_peak_bytes ? enzyme_rs_tape_peak_bytes() : 0;
  fprintf(out, "cost %.17g %.17g %.17g %ld\n", primal, forward, reverse, tape);
}

/* Elements that the function only reads are no results: without weights their adjoints begin at zero, and small ones are not lost beside them. */
static void ezv_weigh_results(ezv_set_of_buffers x, ezv_set_of_buffers w) {
  long double result = 0;
  ezv_copy(ezv_scratch, x);
  ezv_primal(ezv_scratch, &result);
  for (int k = 0; k < EZV_ARGS; k++)
    for (size_t i = 0; ezv_args[k].active && i < ezv_args[k].length; i++)
      if (ezv_get(x[k], ezv_args[k].type, i) == ezv_get(ezv_scratch[k], ezv_args[k].type, i))
        ezv_set(w[k], ezv_args[k].type, i, 0);
}

int main(int argc, char **argv) {
  FILE *out = argc > 1 ? fopen(argv[1], "w") : stdout;
  ezv_set_of_buffers x, v, w, adjoint, tangent;
  if (!out)
    return 98;
  ezv_out = out, ezv_page = (size_t)sysconf(_SC_PAGESIZE);
  ezv_watch();
  ezv_state = EZV_SEED;
  ezv_allocate(x), ezv_allocate(v), ezv_allocate(w);
  ezv_allocate(adjoint), ezv_allocate(tangent), ezv_allocate(ezv_scratch);
  for (int sample = 0; sample < EZV_SAMPLES; sample++) {
    ezv_draw(x, v, w);
    for (int k = 0; k < EZV_ARGS; k++)
      if (!ezv_args[k].buffer)
        memset(w[k], 0, ezv_size(ezv_args[k].type));
    ezv_weigh_results(x, w);
    ezv_copy(adjoint, w);
    ezv_copy(ezv_scratch, x);
    ezv_reverse(ezv_scratch, adjoint);
    ezv_compare(out, sample, -1, x, v, w, adjoint, tangent);
    if (sample == 0)
      ezv_expand(out, x, v, w, adjoint);
    for (int k = 0; k < EZV_ARGS; k++)
      if (ezv_args[k].active)
        ezv_compare(out, sample, k, x, v, w, adjoint, tangent);
  }
  ezv_cost(out, x, tangent);
  return fclose(out) ? 97 : 0;
}
