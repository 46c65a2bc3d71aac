// RUN: enzyme-c++ -std=c++17 -O2 -c helpers_call.cpp
#include <enzyme_rs/enzyme.hpp>
#include <vector>
using namespace enzyme_rs;
double number(double x);
double two(double x, double y = 1);
double variadic(double x, ...);
std::vector<double> several(double x);
struct Model {
  double k;
  double energy(double x) const;
};

void derivatives(double x, Model m, std::vector<double> v) {
  reverse(number, active(x));
  reverse(&Model::energy, constant(m), active(x));
  reverse<&Model::k>(constant(m));
  reverse<&Model::energy>(active(x));
  reverse<two>(active(x));
  reverse<variadic>(active(x));
  reverse<number>(x);
  reverse(v, active(x));
  reverse([](double x, double y) { return x * y; }, active(x), constant("two"));
  reverse<several>(active(x));
}

struct Table {
  explicit Table(int n);
  double row;
};
Table table(double x);
void tangent(double x) { forward<table>(dup(x, 1.0)); }
