// RUN: enzyme-c++ -std=c++17 -O2 -c map.cpp
#include <enzyme_rs/enzyme.hpp>
#include <map>
double f(const double *x, int n) {
  std::map<int, double> weights;
  for (int i = 0; i < n; i++)
    weights[i % 3] += x[i] * x[i];
  double sum = 0;
  for (auto &[k, w] : weights)
    sum += k * w;
  return sum;
}
int main() {
  double x[5] = {1, 2, 3, 4, 5}, dx[5] = {0};
  enzyme_rs::reverse<f>(enzyme_rs::dup(x, dx), enzyme_rs::constant(5));
}
