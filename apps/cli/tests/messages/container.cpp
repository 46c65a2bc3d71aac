// RUN: enzyme-c++ -std=c++17 -O2 -c container.cpp
#include <enzyme/enzyme>
#include <vector>
double sum(std::vector<double> v) {
  double s = 0;
  for (double x : v) s += x * x;
  return s;
}
void derivative(std::vector<double> v) { enzyme::autodiff<enzyme::Reverse>(sum, enzyme::Active{v}); }
