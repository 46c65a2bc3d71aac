/* A union of a number and a pointer, moved by the pointer, without any array. */
/* May be refused: EZ0202 EZ0203. */
#include "never_wrong.h"
union either {
  double number;
  void *pointer;
};
__attribute__((noinline)) static void assign(union either *to, const union either *from) {
  to->pointer = from->pointer;
}
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    union either one, other;
    one.number = x[i] * x[i];
    assign(&other, &one);
    s += other.number * (i + 1) + one.number;
  }
  return s;
}
