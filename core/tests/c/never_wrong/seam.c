/* Two copies whose seam cuts a number. */
/* May be refused: EZ0201 EZ0203. */
#include "never_wrong.h"
double f(double *x, int n) {
  double y[2];
  memcpy(y, x, 12);
  memcpy((char *)y + 12, (char *)x + 12, 4);
  return y[0] * y[0] + y[1] * y[1];
}
