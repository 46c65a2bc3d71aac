// RUN: enzyme-cc -O2 -c unknown_pointer.c
#include <enzyme_rs/enzyme.h>
typedef double law(double);
static double apply(double x, law *of) { return of(x) * x; }
double derivative(double x, law *of) { return __enzyme_autodiff_double((void *)apply, x, enzyme_const, of); }
