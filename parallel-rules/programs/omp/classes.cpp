// Parallel regions in C++: references, templates, members, lambdas, containers.
#include "check.h"
#include <array>
#include <vector>

template <typename Body> static void for_all(int n, Body body) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) body(i);
}

static void lambda(const double *x, double *y, int n) {
  double a = x[0];
  for_all(n, [&](int i) { y[i] = a * sin(x[i]); });
}
MODES(lambda)

struct Field {
  std::vector<double> values;
  double scale;

  void square() {
#pragma omp parallel for
    for (size_t i = 0; i < values.size(); i++) values[i] *= scale * values[i];
  }

  double total() const {
    double sum = 0;
#pragma omp parallel for reduction(+ : sum)
    for (size_t i = 0; i < values.size(); i++) sum += values[i] * values[values.size() - 1 - i];
    return sum;
  }
};

static void members(const double *x, double *y, int n) {
  Field field{std::vector<double>(x, x + n), x[1]};
  field.square();
  double total = field.total();
  for (int i = 0; i < n; i++) y[i] = field.values[i] + total;
}
MODES(members)

typedef std::array<double, 3> vector3;

static void arrays(const double *x, double *y, int n) {
  std::vector<vector3> points(n / 3);
#pragma omp parallel for schedule(dynamic, 2)
  for (int i = 0; i < n / 3; i++) points[i] = {x[3 * i], x[3 * i + 1] * x[3 * i + 2], x[i]};
#pragma omp parallel for
  for (int i = 0; i < n / 3; i++) {
    const vector3 &p = points[i], &q = points[(i + 1) % (n / 3)];
    y[i] = p[0] * q[1] + p[1] * q[2] + p[2] * q[0];
  }
}
MODES(arrays)

static void reference(const double *x, double *y, int n) {
  double sum = 0, &s = sum;
#pragma omp parallel for reduction(+ : s)
  for (int i = 0; i < n; i++) s += x[i] * x[i];
  y[0] = sum;
}
MODES(reference)

int main() {
  CHECK(lambda);
  CHECK(members);
  CHECK(arrays);
  CHECK(reference);
  return failures != 0;
}
