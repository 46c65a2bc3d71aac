// RUN: enzyme-c++ -std=c++17 -O2 -c helpers_shadow.cpp
#include <enzyme_rs/enzyme.hpp>
#include <vector>
using namespace enzyme_rs;
double number(double x);
double of_vector(const std::vector<double> &v);
double of_array(const double (&a)[3]);
double of_integer(double x, int n);
void changing(std::vector<double> &v);

void derivatives(double x, double dx, int n, std::vector<double> v, std::vector<double> dv) {
  const std::vector<double> fixed(3);
  double a[3], shorter[2];
  reverse<of_integer>(active(x), dup(n, n));
  reverse<of_integer>(active(x), dup(x, dx));
  reverse<of_vector>(dup(v, dv.data()));
  reverse<of_array>(dup(a, shorter));
  reverse<of_vector>(dup(v, fixed));
  reverse<of_vector>(dup(v, std::vector<double>(3)));
  reverse<number>(dup(x, 0.0));
  forward<changing>(dup(v, std::vector<double>(3)));
  auto scaled = [x](double y) { return x * y; };
  auto shadow = scaled;
  reverse(dup(scaled, shadow), active(x));
}
