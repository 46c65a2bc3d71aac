// RUN: enzyme-cc -O2 -c without_body.c
#include <enzyme_rs/enzyme.h>
double elsewhere(double x);
double derivative(double x) { return __enzyme_autodiff_double((void *)elsewhere, x); }
