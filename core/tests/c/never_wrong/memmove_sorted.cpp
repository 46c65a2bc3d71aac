/* Pointers are sorted by the library, which moves them over themselves. */
/* May be refused: EZ0302 EZ0202. */
#include "never_wrong.h"
#include <algorithm>
#include <vector>
double f(double *x, int n) {
  std::vector<double *> v;
  for (int i = 0; i < n; i++)
    v.push_back(x + i);
  std::sort(v.begin(), v.end(), [](double *a, double *b) { return *a < *b; });
  double s = 0;
  for (size_t k = 0; k < v.size(); k++)
    s = s * 0.8 + *v[k] * x[(k * 3) % n] * (k + 1);
  return s;
}
