/* A sort that swaps byte by byte, as a generic one does. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
static void sw(void *a, void *b, size_t n) {
  char *p = a, *q = b;
  while (n--) {
    char t = *p;
    *p++ = *q;
    *q++ = t;
  }
}
__attribute__((noinline)) static void sort(double *x, int n) {
  for (int i = 0; i < n; i++)
    for (int j = i + 1; j < n; j++)
      if (x[j] < x[i])
        sw(&x[i], &x[j], 8);
}
double f(double *x, int n) {
  double y[8];
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
  sort(y, n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += y[i] * (i + 1);
  return s;
}
