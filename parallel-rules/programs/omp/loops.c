// Worksharing loops: schedules, clauses, what lies between loops.
#include "check.h"

#define LOOP(name, clauses)                                                                        \
  static void name(const double *x, double *y, int n) {                                            \
    _Pragma(clauses) for (int i = 0; i < n; i++) y[i] = sin(x[i]) * x[(i + 3) % n] + x[n - 1 - i]; \
  }                                                                                                \
  MODES(name)

LOOP(plain, "omp parallel for")
LOOP(in_chunks, "omp parallel for schedule(static, 3)")
LOOP(dynamic, "omp parallel for schedule(dynamic)")
LOOP(dynamic_chunks, "omp parallel for schedule(dynamic, 4)")
LOOP(guided, "omp parallel for schedule(guided, 2)")
LOOP(automatic, "omp parallel for schedule(auto)")
LOOP(at_run_time, "omp parallel for schedule(runtime)")
LOOP(monotonic, "omp parallel for schedule(monotonic : dynamic, 5)")
LOOP(nonmonotonic, "omp parallel for schedule(nonmonotonic : dynamic, 5)")
LOOP(of_three, "omp parallel for num_threads(3)")
LOOP(if_large, "omp parallel for if(n > 1000)")
LOOP(if_small, "omp parallel for if(n < 1000)")
LOOP(bound, "omp parallel for proc_bind(close)")
LOOP(with_simd, "omp parallel for simd")

// Counters of other types, other steps, downwards.
static void long_counter(const double *x, double *y, int n) {
#pragma omp parallel for
  for (long i = 0; i < n; i++) y[i] = x[i] * x[i];
}
MODES(long_counter)

static void unsigned_counter(const double *x, double *y, int n) {
#pragma omp parallel for schedule(dynamic, 2)
  for (unsigned i = 0; i < (unsigned)n; i++) y[i] = x[i] * x[i];
}
MODES(unsigned_counter)

static void size_counter(const double *x, double *y, int n) {
#pragma omp parallel for schedule(dynamic)
  for (size_t i = 0; i < (size_t)n; i += 2) y[i] = x[i] * x[n - 1 - i];
}
MODES(size_counter)

static void downwards(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = n - 1; i >= 0; i -= 3) y[i] = exp(x[i]);
}
MODES(downwards)

// What a worker has for itself.
static void privates(const double *x, double *y, int n) {
  double a = x[0] + 2, b = 1;
  float c = 0.5f;
#pragma omp parallel for firstprivate(a, c) private(b)
  for (int i = 0; i < n; i++) {
    b = x[i] * a;
    y[i] = b * b + a * c;
  }
}
MODES(privates)

static void last(const double *x, double *y, int n) {
  double last = 0;
#pragma omp parallel for lastprivate(last)
  for (int i = 0; i < n; i++) {
    last = x[i] * x[i];
    y[i] = last + x[0];
  }
  y[0] += last;
}
MODES(last)

static void scratch(const double *x, double *y, int n) {
#pragma omp parallel
  {
    double own[8], *heap = malloc(8 * sizeof *heap);
#pragma omp for
    for (int i = 0; i < n; i++) {
      for (int k = 0; k < 8; k++) own[k] = x[i] + k * x[(i + k) % n], heap[k] = own[k] * own[k];
      double sum = 0;
      for (int k = 0; k < 8; k++) sum += heap[k] * own[7 - k];
      y[i] = sum;
    }
    free(heap);
  }
}
MODES(scratch)

// Loops of loops.
static void collapsed(const double *x, double *y, int n) {
#pragma omp parallel for collapse(2)
  for (int i = 0; i < 6; i++)
    for (int k = 0; k < 10; k++) y[10 * i + k] = x[10 * i + k] * x[k];
  y[60] = x[n - 1];
}
MODES(collapsed)

static void sums_within(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    double sum = 0;
    for (int k = 0; k <= i; k++) sum += sqrt(x[k]) * x[i - k];
    y[i] = sum;
  }
}
MODES(sums_within)

// Phases: what one worker writes, another one reads and overwrites.
static void phases(const double *x, double *y, int n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
#pragma omp parallel
  {
#pragma omp for
    for (int i = 0; i < n; i++) a[i] = x[i] * x[i];
    for (int step = 0; step < 3; step++) {
#pragma omp for
      for (int i = 0; i < n; i++) b[i] = a[(i + 17) % n] * a[n - 1 - i];
#pragma omp for schedule(dynamic, 2)
      for (int i = 0; i < n; i++) a[i] = sin(b[n - 1 - i]) + b[i];
    }
#pragma omp for nowait
    for (int i = 0; i < n; i++) y[i] = a[i];
  }
  free(a);
  free(b);
}
MODES(phases)

static void by_number(const double *x, double *y, int n) {
  double part[64] = {0};
  int size = 1;
#pragma omp parallel
  {
    int me = omp_get_thread_num(), all = omp_get_num_threads();
    for (int i = me; i < n; i += all) part[me] += x[i] * x[i];
#pragma omp barrier
    double right = part[(me + 1) % all];
#pragma omp barrier
    part[me] = part[me] * right;
    if (me == 0) size = all;
  }
  for (int k = 0; k < size; k++) y[k % n] += part[k] / size;
}
MODES(by_number)

static void without_waiting(const double *x, double *y, int n) {
  double *a = malloc(n * sizeof *a);
#pragma omp parallel
  {
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) a[i] = x[i] * x[i];
#pragma omp for schedule(static) nowait
    for (int i = 0; i < n; i++) y[i] = a[i] * a[i];
  }
  free(a);
}
MODES(without_waiting)

// Regions in a loop, and loops in functions that the region calls.
static void in_time(const double *x, double *y, int n) {
  double *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
  memcpy(a, x, n * sizeof *a);
  for (int step = 0; step < 5; step++) {
#pragma omp parallel for
    for (int i = 0; i < n; i++) b[i] = a[i] + 0.1 * (a[(i + 1) % n] - 2 * a[i] + a[(i + n - 1) % n]) * a[i];
    double *other = a;
    a = b, b = other;
  }
  memcpy(y, a, n * sizeof *a);
  free(a);
  free(b);
}
MODES(in_time)

__attribute__((noinline)) static void shared_out(const double *x, double *y, int n) {
#pragma omp for schedule(dynamic, 3)
  for (int i = 0; i < n; i++) y[i] = x[i] * cos(x[n - 1 - i]);
#pragma omp for
  for (int i = 0; i < n; i++) y[i] *= x[i];
}

static void orphaned(const double *x, double *y, int n) {
#pragma omp parallel
  shared_out(x, y, n);
}
MODES(orphaned)

static double power(double x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }

static void recursive(const double *x, double *y, int n) {
#pragma omp parallel for schedule(dynamic)
  for (int i = 0; i < n; i++) y[i] = power(x[i], 1 + i % 5);
}
MODES(recursive)

static void nested(const double *x, double *y, int n) {
#pragma omp parallel for num_threads(2)
  for (int half = 0; half < 2; half++) {
#pragma omp parallel for num_threads(2)
    for (int i = half; i < n; i += 2) y[i] = x[i] * x[half];
  }
}
MODES(nested)

// One worker, some workers.
static void single(const double *x, double *y, int n) {
  double a = 0, b = 0;
#pragma omp parallel
  {
#pragma omp single
    a = x[0] * x[1];
#pragma omp for
    for (int i = 0; i < n; i++) y[i] = a * x[i];
#pragma omp single nowait
    b = a * y[2];
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; i++) y[i] += b;
  }
}
MODES(single)

static void master(const double *x, double *y, int n) {
  double a = 1;
#pragma omp parallel
  {
#pragma omp master
    a = x[0] * x[1];
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; i++) y[i] = a * x[i];
#pragma omp masked
    a *= 2;
#pragma omp barrier
#pragma omp for
    for (int i = 0; i < n; i++) y[i] += a;
  }
}
MODES(master)

static void sections(const double *x, double *y, int n) {
  double a = 0, b = 0, c = 0;
#pragma omp parallel sections
  {
#pragma omp section
    for (int i = 0; i < n; i++) a += x[i];
#pragma omp section
    for (int i = 0; i < n; i++) b += x[i] * x[i];
#pragma omp section
    for (int i = 0; i < n; i++) c += sin(x[i]);
  }
  y[0] = a * b, y[1] = b * c, y[2] = c * a;
}
MODES(sections)

// What one worker makes, all use.
static void handed_out(const double *x, double *y, int n) {
  double *all = 0;
#pragma omp parallel shared(all)
  {
    double *made = 0;
#pragma omp master
    {
      made = malloc(n * sizeof *made);
      for (int i = 0; i < n; i++) made[i] = x[i] * x[i];
      all = made;
    }
#pragma omp barrier
    double sum = 0, *from = made ? made : all;
    for (int k = 0; k < 200; k++) sum += from[k % 3] * x[k % n];
#pragma omp for schedule(static, 1)
    for (int i = 0; i < n; i++) y[i] = all[i % 3] * x[i] + sum;
    if (made) free(made);
  }
}
MODES(handed_out)

// Iterations are numbered with 64 bits and arrays indexed with 32: where no number is cut off, each reads elements of its own.
static void narrow(const double *x, double *y, int n) {
  const long offset = n / 3;
#pragma omp parallel
  {
#pragma omp for
    for (long i = 0; i < n; i++) y[(int)i] = sin(x[(int)i]);
#pragma omp for schedule(dynamic, 2)
    for (long i = -offset; i < n - offset; i++) y[n - 1 - (int)(i + offset)] += x[(int)(i + offset)] * x[(unsigned)(i + offset)];
  }
}
MODES(narrow)

// Here they are.
static void cut_off(const double *x, double *y, int n) {
  const long far = 1L << 40;
#pragma omp parallel
  {
#pragma omp for
    for (long i = far; i < far + n; i++) y[(int)i] = x[(int)i] * x[(int)i];
#pragma omp for
    for (long i = 0; i < 2 * n; i++) {
      double twice = x[(int)(i % n * (1L << 32) + i / 2)];
#pragma omp atomic
      y[0] += twice * twice;
    }
  }
}
MODES(cut_off)

int main(void) {
  CHECK(narrow);
  CHECK(cut_off);
  CHECK(plain);
  CHECK(in_chunks);
  CHECK(dynamic);
  CHECK(dynamic_chunks);
  CHECK(guided);
  CHECK(automatic);
  CHECK(at_run_time);
  CHECK(monotonic);
  CHECK(nonmonotonic);
  CHECK(of_three);
  CHECK(if_large);
  CHECK(if_small);
  CHECK(bound);
  CHECK(with_simd);
  CHECK(long_counter);
  CHECK(unsigned_counter);
  CHECK(size_counter);
  CHECK(downwards);
  CHECK(privates);
  CHECK(last);
  CHECK(scratch);
  CHECK(collapsed);
  CHECK(sums_within);
  CHECK(phases);
  CHECK(by_number);
  CHECK(without_waiting);
  CHECK(in_time);
  CHECK(orphaned);
  CHECK(recursive);
  CHECK(nested);
  CHECK(single);
  CHECK(master);
  CHECK(sections);
  CHECK(handed_out);
  return failures != 0;
}
