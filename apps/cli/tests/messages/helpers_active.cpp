// RUN: enzyme-c++ -std=c++17 -O2 -c helpers_active.cpp
#include <enzyme_rs/enzyme.hpp>
#include <vector>
using namespace enzyme_rs;
double number(double x);
double of_vector(const std::vector<double> &v);
double of_pointer(const double *p);
double of_reference(double &x);
double of_integer(double x, int n);

void derivatives(double x, double *p, std::vector<double> v) {
  forward<number>(active(x));
  reverse<number>(active(2));
  reverse<of_pointer>(active(p));
  reverse<of_vector>(active(v));
  reverse<of_pointer>(active(x));
  reverse<of_reference>(active(x));
  reverse<of_integer>(active(x), active(3.0));
}
