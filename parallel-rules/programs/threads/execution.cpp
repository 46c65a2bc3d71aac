// The parallel algorithms of the standard library: loops, transforms, reductions, on vectors and on pointers.
#include <enzyme_rs/execution.hpp>
#include <cmath>
#include <functional>
#include <vector>
extern "C" {
#include "../omp/check.h"
}

using std::execution::par;
using std::execution::par_unseq;

static void loops(const double *x, double *y, int n) {
  std::for_each(par, y, y + n, [=](double &at) {
    int i = &at - y;
    at = x[i] * x[(i + 1) % n] + sin(x[0] * x[i]);
  });
  std::vector<double> squares(x, x + n);
  std::for_each(par_unseq, squares.begin(), squares.end(), [](double &number) { number *= number; });
  std::for_each_n(par, y, n, [&](double &at) { at *= squares[&at - y]; });
}
MODES(loops)

static void transforms(const double *x, double *y, int n) {
  std::vector<double> from(x, x + n), to(n), filled(n);
  double factor = x[3];
  std::transform(par, from.begin(), from.end(), to.begin(), [&](double a) { return factor * a * a; });
  std::fill(par, filled.begin(), filled.end(), x[4] * x[5]);
  std::transform(par_unseq, to.begin(), to.end(), filled.begin(), filled.begin(), [](double a, double b) { return exp(0.1 * a) * b; });
  std::copy(par, filled.begin(), filled.end(), y);
  std::transform(par, y, y + n, x, y, std::multiplies<>());
}
MODES(transforms)

static void reductions(const double *x, double *y, int n) {
  std::vector<double> all(x, x + n);
  y[0] = std::reduce(par, x, x + n, 0.0);
  y[1] = std::reduce(par, all.begin(), all.end(), x[1], std::multiplies<>());
  y[2] = std::transform_reduce(par, x, x + n, 0.5, std::plus<>(), [](double a) { return a * a * a; });
  y[3] = std::transform_reduce(par_unseq, x, x + n, all.rbegin(), x[2]);
  y[4] = *std::max_element(par, all.begin(), all.end());
  y[5] = std::transform_reduce(par, x, x + 3, x, 0.0);
  y[6] = std::transform_reduce(par, all.begin(), all.end(), 1.0, [](double a, double b) { return a < b ? b : a; }, [](double a) { return sin(3 * a); });
}
MODES(reductions)

static void in_steps(const double *x, double *y, int n) {
  std::vector<double> now(x, x + n), next(n);
  for (int step = 0; step < 3; step++) {
    const double *from = now.data();
    double norm = sqrt(std::transform_reduce(par, now.begin(), now.end(), now.begin(), 0.0));
    std::for_each(par, next.begin(), next.end(), [&, from](double &at) {
      int i = &at - next.data();
      at = (from[(i + n - 1) % n] - 0.5 * from[i] + from[(i + 1) % n] * from[i]) / norm;
    });
    now.swap(next);
  }
  std::copy(now.begin(), now.end(), y);
}
MODES(in_steps)

static void others(const double *x, double *y, int n) {
  std::vector<double> a(x, x + n), b(n);
  std::generate(par, b.begin(), b.end(), [&] { return x[2] * x[3]; });
  std::replace_if(par, a.begin(), a.end(), [](double v) { return v > 0.9; }, x[1] * x[1]);
  std::swap_ranges(par, a.begin(), a.end(), b.begin());
  for (int i = 0; i < n; i++) y[i] = a[i] * b[i];
  y[0] = *std::min_element(par, a.begin(), a.end()) * *std::max_element(par, b.begin(), b.end());
}
MODES(others)

// What is done by one thread.
static void in_order(const double *x, double *y, int n) {
  std::vector<double> a(x, x + n), sums(n);
  std::inclusive_scan(par, a.begin(), a.end(), sums.begin());
  std::sort(par, a.begin(), a.end());
  for (int i = 0; i < n; i++) y[i] = a[i] * sums[i];
}
MODES(in_order)

int main() {
  CHECK(loops);
  CHECK(transforms);
  CHECK(reductions);
  CHECK(in_steps);
  CHECK(others);
  CHECK(in_order);
  return failures != 0;
}
