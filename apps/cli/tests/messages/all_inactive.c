// RUN: enzyme-cc -O2 -c all_inactive.c
#include <enzyme_rs/enzyme.h>
static double square(const double *x) { return x[0] * x[0]; }
void derivative(double *x) { __enzyme_autodiff_void((void *)square, enzyme_const, x); }
