// Parallel regions in C++: references, templates, members, lambdas, containers.
#include "check.h"
#include <array>
#include <complex>
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

// What one worker hands on, and what tasks add to: structures, complex numbers, a reference.
struct Point {
  std::array<double, 3> at;
  int index;
  double weight() const { return at[0] * at[1] + at[2] * index; }
};
#pragma omp declare reduction(sum : std::complex<double> : omp_out += omp_in) initializer(omp_priv = 0)

static void handed(const double *x, double *y, int n) {
  std::complex<double> s = 0;
#pragma omp parallel
  {
    Point p;
    std::complex<double> z;
#pragma omp single copyprivate(p, z)
    {
      p = Point{{x[0], x[1] * x[2], sin(x[3])}, 2};
      z = {x[4], x[5]};
    }
#pragma omp for
    for (int i = 0; i < n; i++) y[i] = p.weight() * x[i] + std::norm(z);
#pragma omp single
#pragma omp taskgroup task_reduction(sum : s)
    for (int i = 0; i < n; i += 3)
#pragma omp task in_reduction(sum : s)
      s += std::complex<double>(x[i], x[i] * x[i]);
  }
  y[0] += s.real() * s.imag();
}
MODES(handed)

static void leagues(const double *x, double *y, int n) {
  Field field{std::vector<double>(x, x + n), x[1]};
  double sum = 0, &total = sum;
#pragma omp teams distribute parallel for num_teams(2) reduction(+ : total)
  for (int i = 0; i < n; i++) {
    y[i] = field.values[i] * field.scale;
    total += y[i] * y[i];
  }
  y[0] += total;
}
MODES(leagues)

// A variable and a reference to it, in one region.
static void two_references(const double *x, double *y, int n) {
  double v = x[0], s = 0, &same = v;
  const double &seen = v;
#pragma omp parallel
  {
#pragma omp for lastprivate(same)
    for (int i = 0; i < n; i++) same = x[i] * x[i];
#pragma omp single
    v *= x[1];
#pragma omp for reduction(+ : s)
    for (int i = 0; i < n; i++) s += seen * same * x[i];
  }
  y[0] = s + seen;
}
MODES(two_references)

int main() {
  CHECK(two_references);
  CHECK(lambda);
  CHECK(members);
  CHECK(arrays);
  CHECK(reference);
  CHECK(handed);
  CHECK(leagues);
  return failures != 0;
}
