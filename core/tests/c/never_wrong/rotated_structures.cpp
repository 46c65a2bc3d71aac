/* Structures rotated by the library, which sees nothing but their integer. */
/* May be refused: EZ0203. */
#include <algorithm>
#include <array>
#include "never_wrong.h"
struct item {
  double r[2];
  long k;
};
extern "C" double f(double *x, int n) {
  std::array<item, 5> v;
  for (int i = 0; i < 5; i++)
    v[i] = {{x[i], x[7 - i]}, i};
  std::rotate(v.begin(), v.begin() + 2, v.end());
  double s = 0;
  for (int i = 0; i < 5; i++)
    s += v[i].r[(n + i) & 1] * (v[i].k + 1) * (i + 1);
  return s;
}
