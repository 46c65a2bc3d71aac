// Integers that some workers exchange while others count: no count is lost in a derivative either, though nothing says that they are no numbers.
#define NUMBERS 4
#include "check.h"

enum { WORKERS = 4, TIMES = 20000 };
static long none[WORKERS], found[WORKERS][TIMES];

static void taken(const double *x, double *y, int n) {
  long counter = 0, *at = &counter;
#pragma omp parallel for num_threads(WORKERS) schedule(static, 1)
  for (int me = 0; me < WORKERS; me++)
    for (int i = 0; i < TIMES; i++) {
      if (me % 2) __atomic_fetch_add(at, 1, __ATOMIC_RELAXED);
      else found[me][i] = __atomic_exchange_n(at, none[me], __ATOMIC_RELAXED);
    }
  long all = counter;
  for (int i = 0; i < TIMES; i++) all += found[0][i] + found[2][i];
  for (int i = 0; i < n; i++) y[i] = x[i] * x[i] * all / TIMES;
}
MODES(taken)

int main(void) {
  CHECK(taken);
  return failures != 0;
}
