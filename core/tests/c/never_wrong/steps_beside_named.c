/* Steps that are run again read a member which no checkpoint holds, beside one that is held; it is overwritten by then. */
/* May be refused: EZ0108. */
#include "never_wrong.h"
#include "../../../../include/enzyme_rs/parallel.h"

struct state {
  double u[4], k;
};
static void step(long i, void *context) {
  struct state *s = context;
  for (int j = 0; j < 4; j++)
    s->u[j] = s->u[j] * s->k + 0.1 * i;
}
double f(double *x, int n) {
  struct state *s = malloc(sizeof *s);
  for (int i = 0; i < 4; i++)
    s->u[i] = 1 + 0.1 * x[i % n];
  s->k = 0.5;
  enzyme_rs_checkpointed(8, 2, step, s, s->u, sizeof s->u);
  double sum = s->u[0] * s->u[1];
  s->k = 7;
  sum += s->k * s->u[2];
  free(s);
  return sum;
}
