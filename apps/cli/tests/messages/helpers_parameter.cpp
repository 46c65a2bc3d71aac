// RUN: enzyme-c++ -std=c++17 -O2 -c helpers_parameter.cpp
#include <enzyme_rs/enzyme.hpp>
#include <vector>
using namespace enzyme_rs;
double of_pointer(const double *p);
double of_vector(const std::vector<double> &v);
double of_floats(const std::vector<float> &v);
void changing(std::vector<double> &v);
double consuming(std::vector<double> &&v);
struct Model {
  double energy(double x) const;
};

void derivatives(double x, double dx, std::vector<double> v, std::vector<double> dv, Model m, Model dm) {
  const std::vector<double> fixed(3);
  reverse<of_pointer>(dup(x, dx));
  reverse<of_pointer>(dup(v, dv));
  reverse<of_pointer>(constant(v));
  reverse<of_vector>(dup(&v, &dv));
  reverse<&Model::energy>(dup(&m, &dm), active(x));
  reverse<of_floats>(dup(v, dv));
  reverse<changing>(dup(fixed, dv));
  reverse<consuming>(dup(std::vector<double>(3), dv));
}
