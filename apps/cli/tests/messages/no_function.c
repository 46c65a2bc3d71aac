// RUN: enzyme-cc -O2 -c no_function.c
#include <enzyme_rs/enzyme.h>
double derivative(void *function, double x) { return __enzyme_autodiff_double(function, x); }
