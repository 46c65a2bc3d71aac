/* The same in a global array. */
/* May be refused: EZ0108. */
#include "never_wrong.h"
#include "../../../../include/enzyme_rs/parallel.h"

static double w[8];
static void step(long i, void *context) {
  (void)context;
  for (int j = 0; j < 4; j++)
    w[j] = w[j] * w[4 + j] + 0.1 * i;
}
double f(double *x, int n) {
  for (int i = 0; i < 4; i++) {
    w[i] = 1 + 0.1 * x[i % n];
    w[4 + i] = 0.5;
  }
  long turn = 0;
  enzyme_rs_checkpointed(8, 2, step, &turn, w, 4 * sizeof *w);
  double sum = w[0] * w[1];
  for (int i = 0; i < 4; i++)
    w[4 + i] = sum * i;
  return sum + w[5];
}
