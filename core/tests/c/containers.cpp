// More of the standard library with exceptions enabled: smart pointers, algorithms, swapped and
// returned vectors, a throw with a message of its own.
#include "check.h"
#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

struct Particle {
  double mass;
  std::array<double, 2> speed;
};

static double owned(double *x, int n) {
  auto p = std::make_unique<double[]>(n);
  std::unique_ptr<Particle> q(new Particle{x[0], {x[1], x[0]}});
  for (int i = 0; i < n; i++)
    p[i] = x[i] * q->mass;
  return std::inner_product(p.get(), p.get() + n, x, 0.0) * q->speed[0] + q->speed[1];
}

static double algorithms(double *x, int n) {
  std::vector<double> v(x, x + n);
  std::transform(v.begin(), v.end(), v.begin(), [](double a) { return a * a + a; });
  std::sort(v.begin(), v.end());
  double sum = std::accumulate(v.begin(), v.end(), 0.0);
  return sum * v[0] + v[n - 1] * v[1];
}

struct Grid {
  std::vector<double> u;
  int n;
  explicit Grid(int n) : u(n * n), n(n) {}
  double &operator()(int i, int j) {
    if (i >= n || j >= n)
      throw std::out_of_range("no point " + std::to_string(i));
    return u[i * n + j];
  }
};

static double stencil(double *x, int n) {
  Grid g(n), h(n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      g(i, j) = x[i] * x[j] + i;
  for (int t = 0; t < 3; t++) {
    for (int i = 1; i + 1 < n; i++)
      for (int j = 1; j + 1 < n; j++)
        h(i, j) = 0.25 * (g(i - 1, j) * g(i + 1, j) + g(i, j - 1) + g(i, j + 1));
    std::swap(g.u, h.u);
  }
  double sum = 0;
  for (double a : g.u)
    sum += a * a;
  return std::accumulate(h.u.begin(), h.u.end(), sum);
}

static double assigned(double *x, int n) {
  std::vector<double> v;
  v.assign(n, x[0]);
  v.resize(2 * n);
  std::fill(v.begin() + n, v.end(), x[1]);
  if (v.empty())
    throw std::string("none");
  return v.front() * v.back() * v[n] * x[2];
}

static std::vector<double> squares(const std::vector<double> &v) {
  std::vector<double> r;
  r.reserve(v.size());
  for (double a : v)
    r.push_back(a * a);
  return r;
}

static double returned(double *x, int n) {
  std::vector<double> v(x, x + n);
  auto w = squares(squares(v));
  v = std::move(w);
  return v[0] * v[n - 1] + v[1];
}

int main() {
  double x[] = {0.83, 1.37, 0.61, 0.2};
  CHECK_GRADIENT(owned, x, 3);
  CHECK_GRADIENT(algorithms, x, 4);
  CHECK_GRADIENT(stencil, x, 4);
  CHECK_GRADIENT(assigned, x, 3);
  CHECK_GRADIENT(returned, x, 4);
  return failures;
}
