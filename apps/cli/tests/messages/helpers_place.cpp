// RUN: enzyme-c++ -O2 -c helpers_place.cpp
#include <enzyme_rs/enzyme.hpp>
using namespace enzyme_rs;
static double f(const double *x, int n) { return x[0] * n; }
double gg(double *x) {
  float d[3] = {0};
  reverse<f>(dup(x, (double *)d), constant(3));
  return d[0];
}
double hh(double *x) {
  reverse<f>(dup(x, x), constant(3));
  return x[0];
}
