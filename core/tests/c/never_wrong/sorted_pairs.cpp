/* Pairs of a number and an index that the library sorts: distances between its pointers tell elements apart. */
/* May be refused: never. */
#include "never_wrong.h"
#include <algorithm>
#include <utility>
#include <vector>
double f(double *x, int n) {
  std::vector<std::pair<double, int>> v;
  for (int i = 0; i < n; i++)
    v.push_back({x[i] * x[i], i});
  std::sort(v.begin(), v.end(), [](const auto &a, const auto &b) { return a.first < b.first; });
  double s = 0;
  for (int i = 0; i < n; i++)
    s += v[i].first * (i + 1) + x[v[i].second] * 0.5 * i;
  return s;
}
