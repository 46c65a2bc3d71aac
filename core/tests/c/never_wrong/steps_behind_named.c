/* Steps that are run again read an array behind the part that checkpoints hold; it is overwritten by then. */
/* May be refused: EZ0108. */
#include "never_wrong.h"
#include "../../../../include/enzyme_rs/parallel.h"

struct arrays {
  double *u;
  int n;
};
static void step(long i, void *context) {
  struct arrays *s = context;
  for (int j = 0; j < s->n; j++)
    s->u[j] = s->u[j] * s->u[s->n + j] + 0.1 * i;
}
double f(double *x, int n) {
  double *u = malloc(2 * n * sizeof *u);
  for (int i = 0; i < n; i++) {
    u[i] = 1 + 0.1 * x[i];
    u[n + i] = 0.5 + 0.1 * i;
  }
  struct arrays s = {u, n};
  enzyme_rs_checkpointed(8, 2, step, &s, u, n * sizeof *u);
  double sum = u[0] * u[1];
  for (int i = 0; i < n; i++)
    u[n + i] = sum * i;
  sum += u[n + 1];
  free(u);
  return sum;
}
