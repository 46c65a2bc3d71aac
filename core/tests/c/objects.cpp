// C++: new and delete, classes, templates, std::array, std::vector, std::complex, lambdas.
#include "check.h"
#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <memory>
#include <numeric>
#include <utility>

namespace {

template <typename T, int N> struct Vec {
  T at[N];
  T &operator[](int i) { return at[i]; }
  const T &operator[](int i) const { return at[i]; }
  Vec operator*(T s) const {
    Vec r = *this;
    for (T &v : r.at)
      v *= s;
    return r;
  }
  friend Vec operator+(Vec a, const Vec &b) {
    for (int i = 0; i < N; i++)
      a[i] += b[i];
    return a;
  }
  T dot(const Vec &o) const { return std::inner_product(at, at + N, o.at, T(0)); }
};

double templates(double *x, int n) {
  Vec<double, 3> a{{x[0], x[1], x[2]}}, b = a * x[n - 1] + a;
  return a.dot(b) + std::max(a[0], b[1]) * std::hypot(a[1], b[2]);
}

double arrays(double *x, int n) {
  std::array<double, 4> a{};
  std::array<std::array<double, 2>, 2> m{{{x[0], x[1]}, {x[2], x[n - 1]}}};
  for (auto &row : m)
    for (double &v : row)
      v = v * v + 0.5;
  std::copy(m[0].begin(), m[0].end(), a.begin());
  std::swap(a[0], a[2]);
  std::transform(a.begin(), a.end(), a.begin(), [&](double v) { return v + m[1][0] * m[1][1]; });
  return std::accumulate(a.begin(), a.end(), 1.0, [](double p, double v) { return p * (1 + 0.1 * v); });
}

double lambdas(double *x, int n) {
  double s = 0;
  auto add = [&s, x](int i) { s += std::sin(x[i]) * s + x[i]; };
  auto twice = [](auto f, int i) {
    f(i);
    f(i);
  };
  for (int i = 0; i < n; i++)
    twice(add, i);
  return s;
}

struct Layer {
  double *weights;
  int size;
  explicit Layer(const double *x, int n) : weights(new double[n]), size(n) {
    std::copy(x, x + n, weights);
  }
  Layer(const Layer &) = delete;
  ~Layer() { delete[] weights; }
  double apply(double v) const {
    for (int i = 0; i < size; i++)
      v = std::tanh(v * weights[i] + 0.1);
    return v;
  }
};

double heap(double *x, int n) {
  Layer first(x, n);
  auto second = std::make_unique<Layer>(x + 1, n - 1);
  double *one = new double(x[0]);
  double r = second->apply(first.apply(*one));
  delete one;
  return r;
}

double complexes(double *x, int n) {
  std::complex<double> z(x[0], x[1]), w(x[2], x[n - 1]);
  z = z * w + std::conj(z);
  z += w;
  return std::norm(z) + z.real();
}

} // namespace

int main() {
  double x[] = {0.7, -1.2, 0.4, 1.9};
  CHECK_GRADIENT(templates, x, 4);
  CHECK_GRADIENT(arrays, x, 4);
  CHECK_GRADIENT(lambdas, x, 4);
  CHECK_GRADIENT(heap, x, 4);
  CHECK_GRADIENT(complexes, x, 4);
  return failures;
}
