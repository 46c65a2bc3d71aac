/* Unions of a number and a pointer, moved by the pointer: in arrays, and one alone. */
/* May be refused: EZ0202 EZ0203. */
#include "never_wrong.h"
union either {
  double number;
  void *pointer;
};
__attribute__((noinline)) static void reverse(union either *to, union either *from, int n) {
  for (int i = 0; i < n; i++)
    to[i].pointer = from[n - 1 - i].pointer;
}
__attribute__((noinline)) static void assign(union either *to, const union either *from) {
  to->pointer = from->pointer;
}
double f(double *x, int n) {
  union either a[8], b[8], one;
  for (int i = 0; i < n; i++)
    b[i].number = x[i] * x[i];
  reverse(a, b, n);
  assign(&one, &b[1]);
  double s = one.number;
  for (int i = 0; i < n; i++)
    s += a[i].number * (i + 1);
  return s;
}
