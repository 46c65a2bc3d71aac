/* Several threads run derivatives that add to the same shadows (enzyme_atomic_add). All adjoints are small integers, so that sums are exact
 * in any order; plain additions lose some of them. */
#include "check.h"
#include <pthread.h>

extern int enzyme_atomic_add;

enum { N = 32, THREADS = 4, RUNS = 4000 };

/* A stencil, whose adjoints are carried from iteration to iteration; what a loop reads all the time; a sum over vectors. */
static double stencil(const double *x, const double *scale, int n) {
  double sum = 0;
  for (int i = 1; i + 1 < n; i++)
    sum += (x[i - 1] + 2 * x[i] - x[i + 1]) * scale[0];
  return sum;
}

/* A copy of the input, and memory of its own. */
static double copied(const double *x, int n) {
  double own[N], *heap = malloc(n * sizeof *heap), sum = 0;
  memcpy(own, x, n * sizeof *x);
  for (int i = 0; i < n; i++)
    heap[i] = own[i] * (i + 1);
  for (int i = 0; i < n; i++)
    sum += heap[i] * own[i];
  free(heap);
  return sum;
}

struct point {
  double at[3];
  float weight;
  int id;
};

static double points(const struct point *p, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    struct point mine = p[i];
    if (mine.id % 2)
      sum += mine.at[0] * mine.weight + mine.at[2];
  }
  return sum;
}

/* Under a mask, where the processor has them. */
static double masked(const double *x, const int *on, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    if (on[i])
      sum += 3 * x[i];
  return sum;
}

static double x[N], scale[1], dx[N], dscale[1], dcopied[N], dmasked[N];
static struct point p[N], dp[N];
static int on[N];

static void *run(void *unused) {
  for (int r = 0; r < RUNS; r++) {
    __enzyme_autodiff((void *)stencil, enzyme_atomic_add, enzyme_dup, x, dx, enzyme_dup, scale, dscale, N);
    __enzyme_autodiff((void *)copied, enzyme_atomic_add, enzyme_dup, x, dcopied, N);
    __enzyme_autodiff((void *)points, enzyme_atomic_add, enzyme_dup, p, dp, N);
    __enzyme_autodiff((void *)masked, enzyme_atomic_add, enzyme_dup, x, dmasked, enzyme_const, on, N);
  }
  return unused;
}

int main(void) {
  const double all = THREADS * RUNS;
  for (int i = 0; i < N; i++) {
    x[i] = i % 5;
    p[i] = (struct point){{i % 3, 0, 1}, 2, i};
    on[i] = i % 3 != 1;
  }
  scale[0] = 1;
  pthread_t threads[THREADS];
  for (int t = 0; t < THREADS; t++)
    pthread_create(&threads[t], NULL, run, NULL);
  for (int t = 0; t < THREADS; t++)
    pthread_join(threads[t], NULL);
  double sum = 0;
  for (int i = 0; i < N; i++) {
    int inner = i > 0 && i + 1 < N;
    same("stencil", dx[i], all * ((i + 2 < N) + 2 * inner - (i > 1)));
    if (inner)
      sum += x[i - 1] + 2 * x[i] - x[i + 1];
    same("copied", dcopied[i], all * 2 * x[i] * (i + 1));
    same("points", dp[i].at[0], all * (i % 2) * 2);
    same("points, third", dp[i].at[2], all * (i % 2));
    same("points, weight", dp[i].weight, all * (i % 2) * (i % 3));
    same("masked", dmasked[i], all * 3 * on[i]);
  }
  same("scale", dscale[0], all * sum);
  return failures != 0;
}
