/* Part of a vector as one wide integer, shifted: what comes in at the top is no number of the vector. */
/* May be refused: EZ0201 EZ0203. */
#include "never_wrong.h"
typedef double four __attribute__((vector_size(32)));
typedef double two __attribute__((vector_size(16)));
double f(double *x, int n) {
  four d = {x[0], x[1], x[2], x[3]};
  d *= d;
  unsigned __int128 wide;
  memcpy(&wide, &d, sizeof wide);
  wide >>= 64;
  two r;
  memcpy(&r, &wide, sizeof r);
  return r[0] * x[4] + r[1] * x[5] * x[5] + r[1] * 100;
}
