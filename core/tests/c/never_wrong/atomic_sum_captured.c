/* The old value that an atomic sum gives back. */
/* May be refused: EZ0107. */
#include "never_wrong.h"
double f(double *x, int n) {
  _Atomic double a = x[0] * x[1];
  double old = __atomic_fetch_add((double *)&a, x[2] * x[2], __ATOMIC_SEQ_CST);
  return old * x[3] + a;
}
