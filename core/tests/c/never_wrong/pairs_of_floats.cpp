/* Pairs of floats in vectors, as the library moves them. */
#define TOLERANCE 1e-3
#include "never_wrong.h"
#include <algorithm>
#include <complex>
#include <utility>
#include <vector>
extern "C" double f(double *x, int n) {
  std::vector<std::complex<float>> a;
  std::vector<std::pair<float, float>> b;
  for (int i = 0; i < n; i++) {
    a.push_back({float(x[i]), float(x[i] * x[(i + 1) % 8])});
    b.emplace_back(float((i * 5 % 8) + 0.1 * x[i]), float(x[(i + 3) % 8]));
  }
  std::swap(a[1], a[n - 2]);
  std::rotate(a.begin(), a.begin() + 3, a.end());
  std::reverse(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  b.erase(b.begin() + 1);
  double sum = 0;
  for (int i = 0; i < n - 1; i++)
    sum += a[i].real() * (i + 1) + a[i].imag() * a[i].real() + b[i].first * b[i].second * i;
  return sum;
}
