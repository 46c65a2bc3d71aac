/* A variadic function changes a global that holds an active number. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdarg.h>
static double sum;
__attribute__((noinline)) static void scale(int n, ...) {
  va_list list;
  va_start(list, n);
  sum *= 1 + va_arg(list, int);
  va_end(list);
}
double f(double *x, int n) {
  sum = x[0] * x[0];
  scale(1, 2);
  return sum * x[1];
}
