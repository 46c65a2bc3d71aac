/* A constant that memcpy brings is stored as an integer of which nothing says that it is a number. */
/* May be refused: EZ0201. */
#include "never_wrong.h"
typedef struct {
  long n;
  double few[3];
} record;
static const double two_and_a_half = 2.5;
__attribute__((noinline)) static void begin(record *s, const double *x) {
  s->n = 3;
  for (int i = 0; i < 3; i++)
    s->few[i] = 0.6 * x[i];
}
__attribute__((noinline)) static double summed(const record *s) {
  double r = 0.01 * s->n;
  for (int i = 0; i < 3; i++)
    r += 0.5 * s->few[i] * s->few[i] * (i + 1);
  return r;
}
double f(double *x, int n) {
  record s;
  begin(&s, x);
  double r = x[n - 1];
  for (int i = 0; i < s.n; i++)
    r += sin(s.few[i]);
  memcpy(&s.few[0], &two_and_a_half, sizeof(double));
  return r + summed(&s);
}
