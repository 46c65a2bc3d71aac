// RUN: enzyme-cc -O2 -c argument_too_many.c
#include <enzyme_rs/enzyme.h>
static double square(double x) { return x * x; }
double derivative(double x) { return __enzyme_autodiff_double((void *)square, x, 1.0); }
