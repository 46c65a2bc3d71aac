/* What remains of a memset is a store of an integer of which nothing says that it clears a number. */
/* May be refused: EZ0201. */
#include "never_wrong.h"
typedef struct {
  long n;
  double few[2], last;
} record;
__attribute__((noinline)) static void begin(record *s, const double *x) {
  s->n = 4;
  for (int i = 0; i < 2; i++)
    s->few[i] = 0.6 * x[i];
  s->last = 0.5 * x[3];
}
__attribute__((noinline)) static double summed(const record *s) {
  double r = 0.01 * s->n;
  for (int i = 0; i < 2; i++)
    r += 0.5 * s->few[i] * (i + 1);
  return r + s->last;
}
static void clear(record *s) { memset(s->few, 0, sizeof s->few); }
double f(double *x, int n) {
  record *s = malloc(sizeof *s);
  begin(s, x);
  double r = 0;
  for (int i = 0; i < n; i++)
    r += sin(s->few[i % 2]) * x[i];
  clear(s);
  s->few[1] = x[5] * cos(s->last);
  r += summed(s);
  free(s);
  return r;
}
