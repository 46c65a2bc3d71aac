/* Structures of one pointer are copied in reverse: a vectoriser moves the pointers as integers. */
/* May be refused: EZ0201 EZ0202 EZ0203 EZ0302. */
#include "never_wrong.h"
struct up {
  double *p;
};
static void rv(struct up *restrict a, const struct up *restrict b, int n) {
  for (int i = 0; i < n; i++)
    a[i] = b[n - 1 - i];
}
double f(double *x, int n) {
  struct up a[8], b[8];
  double l[8];
  for (int i = 0; i < n; i++) {
    l[i] = x[i] * x[0];
    b[i].p = &l[i];
  }
  rv(a, b, n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += *a[i].p * x[i];
  return s;
}
