/* Memory that is inactive where a recursive function is called, beside a structure that leads to active memory: its numbers
 * are changed by numbers of their own only, but recursion takes them to depend on all that is read. */
/* May be refused: EZ0301. */
#include "never_wrong.h"
struct both { int which; double value, *at; };
struct work { double first, second; };
static __attribute__((noinline)) double again(int depth, struct work *w, struct both *b) {
  if (depth > 0)
    again(depth - 1, w, b);
  if (b->which == 2)
    w->first = 0.75 * w->first;
  else
    b->value = 0.625;
  return 0.8125;
}
double f(double *x, int n) {
  struct work w = {0};
  struct both b = {0};
  b.at = x;
  double s = again(n / 2, &w, &b);
  return s * b.at[0] * x[1] + w.first + b.value * x[2];
}
