/* Records of a number and a pointer are moved up over themselves. */
/* May be refused: EZ0202. */
#include "never_wrong.h"
struct R {
  double key;
  double *ref;
};
double f(double *x, int n) {
  struct R r[9];
  for (int i = 0; i < n; i++)
    r[i] = (struct R){x[i], x + i};
  struct R *e = r + n, *at = r + 3;
  memmove(at + 1, at, (char *)e - (char *)at);
  r[3].key = x[2];
  r[3].ref = x + 5;
  double s = 0;
  for (int i = 0; i <= n; i++)
    s = s * 0.8 + r[i].key * *r[i].ref * (i + 1);
  return s;
}
