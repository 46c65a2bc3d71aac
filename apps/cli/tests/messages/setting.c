// RUN: ENZYME_RS_OPTIONS=inline-limt=7 enzyme-cc -O2 -c setting.c
#include <enzyme_rs/enzyme.h>
static double square(double x) { return x * x; }
double derivative(double x) { return __enzyme_autodiff_double((void *)square, x); }
