/* Unions of a number and a pointer that hold pointers and are moved by the number. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
union either {
  double number;
  double *pointer;
};
__attribute__((noinline)) static void swap(union either *a, union either *b, int n) {
  for (int k = 0; k < n; k++) {
    double kept = a[k].number;
    a[k].number = b[k].number;
    b[k].number = kept;
  }
}
double f(double *x, int n) {
  double y[4] = {1, 2, 3, 4};
  union either a[2], b[2];
  a[0].pointer = x;
  a[1].pointer = y;
  b[0].pointer = x + 4;
  b[1].pointer = y + 1;
  swap(a, b, n < 2 ? 0 : 2);
  double *p = a[0].pointer, *q = b[0].pointer, *r = a[1].pointer;
  *r = p[0] * q[0];
  return p[0] * p[1] + q[0] * q[2] + y[1] * y[0];
}
