// RUN: enzyme-cc -O2 -c result_type.c
#include <enzyme_rs/enzyme.h>
int __enzyme_autodiff_int(void *, ...);
static double square(double x) { return x * x; }
int derivative(double x) { return __enzyme_autodiff_int((void *)square, x); }
