/* The bytes of two pointers are swapped by a function that stays a call. */
/* May be refused: EZ0201 EZ0202 EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
__attribute__((noinline)) static void op(char *a, char *b) {
  for (int k = 0; k < 8; k++) {
    char t = a[k];
    a[k] = b[k];
    b[k] = t;
  }
}
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < 3; i++) {
    double *p = malloc(8);
    *p = x[i] * x[i + 1];
    double *X = p, *Y = 0;
    op((char *)&X, (char *)&Y);
    double *q = Y;
    s += *q * x[i + 3] * s + *q;
    free(p);
  }
  return s;
}
