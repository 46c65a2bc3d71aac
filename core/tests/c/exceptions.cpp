// Containers of the standard library and memory from new, with exceptions enabled: what may throw
// leaves the derivative for good.
#include "check.h"
#include <array>
#include <stdexcept>
#include <vector>

static double pushed(double *x, int n) {
  std::vector<double> v;
  for (int i = 0; i < n; i++)
    v.push_back(x[i] * x[i]);
  double sum = 0;
  for (double a : v)
    sum += a * v[0];
  return sum;
}

static double checked(double *x, int n) {
  std::vector<double> v(x, x + n), w(n, x[0]);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += v.at(i) * w.at(n - 1 - i) * v[i];
  return sum;
}

static double resized(double *x, int n) {
  std::vector<double> v(1, x[0]);
  v.reserve(2);
  v.resize(n, x[n - 1]);
  v.insert(v.begin() + 1, x[1] * x[0]);
  v.pop_back();
  std::vector<double> copy = v;
  copy[0] *= v.back();
  v = copy;
  return v[0] * v[1] + v.back() * v.front();
}

static double arrays(double *x, int n) {
  std::array<double, 3> a{x[0], x[1], x[n - 1]};
  a.at(1) *= a[0];
  double sum = 0;
  for (double v : a)
    sum += v * a[1];
  return sum;
}

struct Matrix {
  int n;
  double *data;
  explicit Matrix(int n) : n(n), data(new double[n * n]()) {}
  Matrix(const Matrix &other) : Matrix(other.n) {
    for (int i = 0; i < n * n; i++)
      data[i] = other.data[i];
  }
  ~Matrix() { delete[] data; }
  double &at(int i, int j) {
    if (i < 0 || i >= n || j < 0 || j >= n)
      throw std::out_of_range("no such element");
    return data[i * n + j];
  }
};

static double product(double *x, int n) {
  Matrix a(n), b(n);
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++) {
      a.at(i, j) = x[i] * (j + 1);
      b.at(j, i) = sin(x[j]) + i;
    }
  Matrix c = a;
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      for (int k = 0; k < n; k++)
        sum += c.at(i, k) * b.at(k, j) * a.at(j, i);
  return sum;
}

static double rethrown(double *x, int n) {
  double *p = new double[n], sum = 0;
  try {
    for (int i = 0; i < n; i++) {
      if (x[i] > 1e6)
        throw std::runtime_error("too large");
      p[i] = x[i] * x[i];
      sum += p[i] * p[0];
    }
  } catch (...) {
    delete[] p;
    throw;
  }
  delete[] p;
  return sum;
}

static double nested(double *x, int n) {
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < n; i++)
    rows.push_back(std::vector<double>(n, x[i]));
  double sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum += rows[i][j] * rows[j][i] * x[j];
  return sum;
}

// The exception leaves the derivative and is caught behind the hook.
static void thrown() {
  double x[2] = {1, 2e6}, dx[2] = {0, 0};
  double caught = 0;
  try {
    __enzyme_autodiff_v((void *)rethrown, enzyme_dup, x, dx, enzyme_const, 2);
  } catch (const std::runtime_error &) {
    caught = 1;
  }
  same("caught", caught, 1);
}

int main() {
  double x[] = {0.83, 1.37, 0.61};
  CHECK_GRADIENT(pushed, x, 3);
  CHECK_GRADIENT(checked, x, 3);
  CHECK_GRADIENT(resized, x, 3);
  CHECK_GRADIENT(arrays, x, 3);
  CHECK_GRADIENT(product, x, 3);
  CHECK_GRADIENT(rethrown, x, 3);
  CHECK_GRADIENT(nested, x, 3);
  thrown();
  return failures;
}
