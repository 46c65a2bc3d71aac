// Variables of which each thread has a copy: threadprivate, copyin.
#include "check.h"
#include <pthread.h>

static double own;
static float single_own;
static double work[5];
static int position;
static struct {
  double a, b[3];
  int n;
} record;
static double *buffer;
#pragma omp threadprivate(own, single_own, work, position, record, buffer)

// Scratch of each worker, written before it is read.
static void scratch(const double *x, double *y, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    own = sin(x[i]);
    work[i % 5] = own * x[(i + 3) % n];
    position = i % 5;
    y[i] = work[position] * work[i % 5] + own;
  }
}
MODES(scratch)

// A copy keeps its value from one region to the next.
static void kept(const double *x, double *y, int n) {
#pragma omp parallel
  {
    own = x[omp_get_thread_num()];
    work[1] = own * x[3];
  }
  double s = own * x[4];
#pragma omp parallel reduction(+ : s)
  {
    own = own * own + work[1];
    s += own * x[5];
  }
#pragma omp parallel
#pragma omp critical
  s += own * work[1] * x[6];
  y[0] = s, y[1] = own * own;
}
MODES(kept)

// All copies begin as the first worker's.
static void handed(const double *x, double *y, int n) {
  own = x[0] * x[1];
  for (int k = 0; k < 5; k++) work[k] = x[k] * x[k];
  record.a = x[7], record.n = 2;
  for (int k = 0; k < 3; k++) record.b[k] = sin(x[k]);
  double s = 0;
#pragma omp parallel copyin(own, work, record) reduction(+ : s)
  {
#pragma omp for schedule(static)
    for (int i = 0; i < n; i++) {
      y[i] = own * x[i] + work[i % 5] * record.a + record.b[record.n];
      s += y[i] * record.b[i % 3];
    }
    own *= record.a;
    s += own;
  }
  y[0] += s * own * work[2];
}
MODES(handed)

// Each step hands on what the first worker made in the last one.
static void steps(const double *x, double *y, int n) {
  own = x[0], work[0] = x[1];
  for (int t = 0; t < 4; t++) {
#pragma omp parallel copyin(own)
    {
      if (t == 0) work[0] = x[2] * (1 + omp_get_thread_num());
      own = sin(own * x[t]) + work[0];
      work[0] = work[0] * own;
#pragma omp critical
      y[t] += own * work[0];
    }
    own *= x[t + 1];
  }
  y[9] = own;
}
MODES(steps)

// Teams of other sizes in between.
static void sizes(const double *x, double *y, int n) {
  int most = omp_get_max_threads();
  own = x[0];
  double s = 0;
  for (int t = 0; t < 6; t++) {
    int workers = 1 + (t * 5 + most) % most;
#pragma omp parallel num_threads(workers) copyin(own) reduction(+ : s)
    {
      own = own * x[t] + x[omp_get_thread_num()];
      s += own * own;
    }
  }
  y[0] = s, y[1] = own;
}
MODES(sizes)

__attribute__((noinline)) static double push(const double *x, int i, int n) {
  own += x[i] * work[0];
  work[0] = sin(own) + x[(i + 1) % n];
  return own * work[0];
}

// Functions that workers call, and the first one outside of the regions.
static void called(const double *x, double *y, int n) {
#pragma omp parallel
  own = x[1], work[0] = x[2];
  y[1] = push(x, 0, n);
#pragma omp parallel for schedule(static)
  for (int i = 0; i < n; i++) y[i] += push(x, i, n);
  y[2] += push(x, 2, n);
}
MODES(called)

// Sums of each worker, added up at the end; who does which iteration is chance.
static void sums(const double *x, double *y, int n) {
  double s = 0;
#pragma omp parallel
  {
    own = 0, single_own = 0;
#pragma omp for schedule(dynamic, 3)
    for (int i = 0; i < n; i++) {
      own += x[i] * x[(i + 1) % n];
      y[i] = 2 * x[i];
    }
  }
#pragma omp parallel
#pragma omp critical
  s += own + single_own;
  y[0] += s * s;
}
MODES(sums)

// The first worker's copy is read by all, through a pointer, while it reads the copy itself.
static void pointed(const double *x, double *y, int n) {
  own = x[0];
  const double *first = &own;
#pragma omp parallel for
  for (int i = 0; i < n; i++) y[i] = *first * x[i] + (omp_get_thread_num() == 0 ? own : *first) * x[1];
}
MODES(pointed)

// Memory of each worker that lives from region to region.
static void buffers(const double *x, double *y, int n) {
#pragma omp parallel
  {
    buffer = malloc(3 * sizeof *buffer);
    for (int k = 0; k < 3; k++) buffer[k] = x[k] * x[k + 1];
  }
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    buffer[2] = x[i] * buffer[0];
    y[i] = buffer[2] * buffer[1] + buffer[2] * buffer[2];
  }
#pragma omp parallel
  free(buffer);
}
MODES(buffers)

// One worker's value for all.
static void one(const double *x, double *y, int n) {
#pragma omp parallel
  {
    own = x[0] * omp_get_thread_num();
#pragma omp single copyprivate(own)
    own = x[1] * x[2];
#pragma omp for
    for (int i = 0; i < n; i++) y[i] = own * x[i], own += 0.0;
  }
  y[0] += own;
}
MODES(one)

// Tasks use the copies of whoever does them.
static void tasks(const double *x, double *y, int n) {
#pragma omp parallel
#pragma omp single
  for (int i = 0; i < n; i++)
#pragma omp task
  {
    own = x[i] * x[0];
    work[i % 5] = own * own;
    y[i] = work[i % 5] * x[1] + own;
  }
}
MODES(tasks)

// Regions in regions: copies are written, or handed on, before they are read.
static void nested(const double *x, double *y, int n) {
  omp_set_max_active_levels(2);
#pragma omp parallel num_threads(2)
  for (int t = 0; t < 3; t++) {
    int outer = omp_get_thread_num();
    own = x[outer + t];
#pragma omp parallel num_threads(2) copyin(own)
    {
      int inner = omp_get_thread_num();
      own = own * x[inner + 3];
      work[0] = own * own;
#pragma omp critical
      y[2 * outer + inner] += own * work[0] * x[t];
    }
    work[1] = own * x[t];
    y[10 + outer] += work[1] * own;
  }
}
MODES(nested)

// No team at all.
static void alone(const double *x, double *y, int n) {
#pragma omp parallel if (n < 0)
  {
    own = x[0] * x[1];
    work[2] = own * x[2];
  }
  own = own * work[2];
  y[0] = own;
}
MODES(alone)

// Workers of the program's that each compute a derivative: each has copies, and shadows.
static double energy(const double *x, int n) {
  own = x[0];
  for (int i = 0; i < n; i++) {
    work[i % 5] = own * x[i];
    own = sin(own) + work[i % 5];
  }
  return own;
}

static void many(void) {
  enum { HOOKS = 24 };
  double x[SIZE], all[HOOKS][SIZE];
  for (int i = 0; i < SIZE; i++) x[i] = number(i);
  memset(all, 0, sizeof all);
#pragma omp parallel for num_threads(4) schedule(dynamic)
  for (int k = 0; k < HOOKS; k++) __enzyme_autodiff_void((void *)energy, enzyme_dup, x, all[k], enzyme_const, SIZE);
  int same = 1;
  for (int k = 1; k < HOOKS; k++) same &= memcmp(all[0], all[k], sizeof all[0]) == 0;
  double above, below, h = 1e-6;
  x[3] += h, above = energy(x, SIZE);
  x[3] -= 2 * h, below = energy(x, SIZE);
  double wanted = (above - below) / (2 * h);
  judge("many", 4, "each the same", same, 0, 0);
  judge("many", 4, "differences", fabs(all[5][3] - wanted) < 1e-6 * fabs(wanted) + 1e-9, all[5][3], wanted);
}

// Threads of the program that each start teams of their own.
static double energies(const double *x, int n) {
  double sum = 0;
#pragma omp parallel num_threads(3)
  own = x[omp_get_thread_num()];
#pragma omp parallel num_threads(3) reduction(+ : sum)
  {
    work[0] = own * own;
#pragma omp for
    for (int i = 0; i < n; i++) sum += work[0] * x[i];
    own *= work[0];
  }
#pragma omp parallel num_threads(2) copyin(own) reduction(+ : sum)
  sum += own * own;
  return sum;
}

enum { THREADS = 4, HOOKS = 6 };
static double of_threads[THREADS][HOOKS][SIZE];

static void *gradients(void *of) {
  double x[SIZE];
  for (int i = 0; i < SIZE; i++) x[i] = number(i);
  for (int k = 0; k < HOOKS; k++)
    __enzyme_autodiff_void((void *)energies, enzyme_dup, x, ((double(*)[SIZE])of)[k], enzyme_const, SIZE);
  return NULL;
}

static void many_teams(void) {
  double x[SIZE], one[SIZE] = {0};
  for (int i = 0; i < SIZE; i++) x[i] = number(i);
  __enzyme_autodiff_void((void *)energies, enzyme_dup, x, one, enzyme_const, SIZE);
  double above, below, h = 1e-6, wanted;
  x[1] += h, above = energies(x, SIZE);
  x[1] -= 2 * h, below = energies(x, SIZE);
  x[1] += h, wanted = (above - below) / (2 * h);
  judge("many teams", 3, "differences", fabs(one[1] - wanted) < 1e-6 * fabs(wanted), one[1], wanted);
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++) pthread_create(&threads[t], NULL, gradients, of_threads[t]);
  for (int t = 0; t < THREADS; t++) pthread_join(threads[t], NULL);
  double most = 0;
  for (int t = 0; t < THREADS; t++)
    for (int k = 0; k < HOOKS; k++)
      for (int i = 0; i < SIZE; i++) most = fmax(most, fabs(of_threads[t][k][i] - one[i]));
  judge("many teams", 3, "each the same", most < 1e-12, most, 0);
}

int main(void) {
  CHECK_BITS(scratch);
  CHECK(kept);
  CHECK(handed);
  CHECK(steps);
  CHECK(sizes);
  CHECK(called);
  CHECK(sums);
  CHECK(pointed);
  CHECK(buffers);
  CHECK(one);
  CHECK(tasks);
  CHECK(nested);
  CHECK(alone);
  many();
  many_teams();
  return failures != 0;
}
