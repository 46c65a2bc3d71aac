/* A copy of twelve bytes and its rest, in a loop, into the caller's memory. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
double f(double *x, int n) {
  double b = 0;
  for (int i = 0; i < 1; i++) {
    double *to = x, *from = x + 4;
    memcpy(to, from, 12);
    memcpy((char *)to + 12, (char *)from + 12, 3 * sizeof *to - 12);
    b = x[2] * x[1];
  }
  return b + x[0];
}
