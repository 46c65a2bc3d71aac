/* A signal handler uses the static array that its raiser uses. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <signal.h>
static double A[3];
static void h(int s) {
  (void)s;
  A[0] = A[1] * A[2];
}
double f(double *x, int n) {
  A[0] = 0;
  A[1] = x[1];
  A[2] = x[2];
  signal(SIGUSR1, h);
  raise(SIGUSR1);
  return A[0] * x[3];
}
