/* The old value that an exchange gives back. */
/* May be refused: EZ0107. */
#include "never_wrong.h"
double f(double *x, int n) {
  double acc = x[0] * x[0], zero = 0, old;
  __atomic_exchange(&acc, &zero, &old, __ATOMIC_SEQ_CST);
  return old + x[1];
}
