/* Records of a number and a pointer are filled: a vectoriser moves the numbers as pointers. */
/* May be refused: EZ0201 EZ0202 EZ0203 EZ0302. */
#include "never_wrong.h"
struct R {
  double key;
  double *ref;
};
double f(double *x, int n) {
  struct R r[9];
  for (int i = 0; i < n; i++)
    r[i] = (struct R){x[i], x + i};
  double s = 0;
  for (int i = 0; i < n; i++)
    s = s * 0.8 + r[i].key * *r[i].ref * (i + 1);
  return s;
}
