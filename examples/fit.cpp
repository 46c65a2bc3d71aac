// A least-squares fit by gradient descent: containers, a lambda and a member function.
//
//     enzyme-c++ -O2 fit.cpp -o fit && ./fit
#include <enzyme_rs/enzyme.hpp>

#include <cmath>
#include <cstdio>
#include <vector>

struct Data {
  std::vector<double> at, seen;

  // The sum of squared distances of a polynomial from what was seen.
  double misfit(const std::vector<double> &coefficients) const {
    double sum = 0;
    for (std::size_t i = 0; i < at.size(); i++) {
      double value = 0;
      for (std::size_t k = coefficients.size(); k-- > 0;) value = value * at[i] + coefficients[k];
      sum += (value - seen[i]) * (value - seen[i]);
    }
    return sum / at.size();
  }
};

int main() {
  using namespace enzyme_rs;
  // What is seen: 1 - 2 x + 3 x^2. Its slope is the derivative of a lambda.
  auto truth = [](double x) { return 1 - 2 * x + 3 * x * x; };
  std::printf("slope of the truth at 0.5: %g\n", reverse(truth, active(0.5)));

  Data data;
  for (int i = 0; i <= 20; i++) {
    double x = i / 10.0 - 1;
    data.at.push_back(x);
    data.seen.push_back(truth(x));
  }

  std::vector<double> coefficients(3);
  for (int step = 0; step < 2000; step++) {
    std::vector<double> gradient(coefficients.size());
    reverse<&Data::misfit>(constant(data), dup(coefficients, gradient));
    for (std::size_t k = 0; k < gradient.size(); k++) coefficients[k] -= 0.5 * gradient[k];
  }
  std::printf("coefficients: %.6f %.6f %.6f\n", coefficients[0], coefficients[1], coefficients[2]);

  double far = std::fabs(coefficients[0] - 1) + std::fabs(coefficients[1] + 2) + std::fabs(coefficients[2] - 3);
  return far < 1e-6 ? 0 : 1;
}
