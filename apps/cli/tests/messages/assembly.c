// RUN: enzyme-cc -O2 -c assembly.c
#include <enzyme_rs/enzyme.h>
static double root(double x) {
  double y;
  __asm__("sqrtsd %1, %0" : "=x"(y) : "x"(x));
  return y;
}
double derivative(double x) { return __enzyme_autodiff_double((void *)root, x); }
