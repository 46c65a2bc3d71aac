/* A union that holds a number first and then a pointer: the number's adjoint ends there. */
/* May be refused: EZ0202 EZ0203. */
#include "never_wrong.h"
union either {
  double number;
  double *pointer;
};
__attribute__((noinline)) static double both(union either *u, double *x) {
  u->number = x[0] * x[1];
  double s = sin(u->number);
  u->pointer = x + 2;
  return s * *u->pointer;
}
double f(double *x, int n) {
  union either u[2];
  double s = 0;
  for (int i = 0; i + 2 < n; i++)
    s += both(&u[i & 1], x + i);
  return s;
}
