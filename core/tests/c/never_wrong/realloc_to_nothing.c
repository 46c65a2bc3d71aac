/* realloc to no bytes: glibc frees and gives no memory. */
#include "never_wrong.h"
/* A call that stays: LLVM takes it that memory is had where it sees that it is freed unused. */
__attribute__((noinline)) static double *again(double *p, size_t bytes) {
  return realloc(p, bytes);
}
double f(double *x, int n) {
  double s = 0;
  for (int m = 0; m < n; m++) {
    double *p = malloc(8 * sizeof *p);
    memcpy(p, x, 4 * sizeof *p);
    double *q = again(p, m % 3 * sizeof *p);
    if (!q) {
      s += x[0] * x[1];
      continue;
    }
    for (int i = 0; i < m % 3; i++)
      s += q[i] * q[i];
    s += x[2];
    free(q);
  }
  return s;
}
