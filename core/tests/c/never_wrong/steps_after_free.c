/* Steps that are run again read memory that a callee has ended by then. */
/* May be refused: EZ0108. */
#include "never_wrong.h"
#include "../../../../include/enzyme_rs/parallel.h"

struct row {
  double *data;
  struct row *next;
};
__attribute__((noinline)) static struct row *made(int n) {
  struct row *r = malloc(sizeof *r);
  r->data = malloc(8 * sizeof(double));
  r->next = n > 1 ? made(n - 1) : NULL;
  return r;
}
__attribute__((noinline)) static void end(struct row *r) {
  if (r->next)
    end(r->next);
  free(r->data);
  free(r);
}
double f(double *x, int n) {
  struct row *r = made(2);
  double *w = r->data, u = 1;
  for (int i = 0; i < 8; i++)
    w[i] = 1 + 0.1 * x[i % n];
  for (long j = 0; j < 8; j++) {
    enzyme_rs_checkpoint(2);
    u = u * w[j];
  }
  end(r);
  return u;
}
