/* A global's address that other code put into a pointer before. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
static double sum, *where;
__attribute__((constructor, used)) static void start(void) { where = &sum; }
double f(double *x, int n) {
  sum = x[0] * x[0];
  return *where;
}
