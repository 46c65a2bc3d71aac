// RUN: enzyme-cc -O2 -c union.c
#include <enzyme_rs/enzyme.h>
typedef union either { double number; long bits; } either;
static double scramble(double x) {
  either e = {x};
  e.bits = e.bits * 3 + 1;
  return e.number;
}
double derivative(double x) { return __enzyme_autodiff_double((void *)scramble, x); }
