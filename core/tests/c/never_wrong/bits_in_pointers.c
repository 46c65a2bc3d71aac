/* Numbers kept in a container of pointers, as their bits. */
/* May be refused: EZ0202 EZ0203. */
#include "never_wrong.h"
double f(double *x, int n) {
  void *kept[8];
  for (int i = 0; i < n; i++) {
    double square = x[i] * x[i];
    memcpy(&kept[i], &square, sizeof square);
  }
  double s = 0;
  for (int i = 0; i < n; i++) {
    void *bits = kept[n - 1 - i];
    double number;
    memcpy(&number, &bits, sizeof number);
    s += number * (i + 1);
  }
  return s;
}
