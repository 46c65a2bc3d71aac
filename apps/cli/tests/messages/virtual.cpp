// RUN: enzyme-c++ -std=c++17 -O2 -c virtual.cpp
#include <enzyme_rs/enzyme.h>
struct law {
  virtual double at(double x) const = 0;
};
static double twice(const law *of, double x) { return of->at(x) * of->at(2 * x); }
double derivative(const law *of, double x) { return __enzyme_autodiff_double((void *)twice, enzyme_const, of, enzyme_out, x); }
