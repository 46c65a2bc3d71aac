/* Triplets of two indices and a number that the library sorts: the indices move as one integer, of which nothing says what it
 * is but that the whole program knows the memory. */
/* May be refused: never. */
#include "never_wrong.h"
#include <algorithm>
#include <vector>
struct triplet { int row, column; double value; };
double f(double *x, int n) {
  std::vector<triplet> all;
  for (int i = 0; i < n; i++)
    all.push_back({i * 5 % n, i, x[i] * x[0]});
  std::sort(all.begin(), all.end(), [](const triplet &a, const triplet &b) { return a.row < b.row; });
  double s = 0;
  for (auto &one : all)
    s = s * 0.9 + one.value * x[one.column];
  return s;
}
