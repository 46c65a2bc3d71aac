/* A static object of a callee, made once. */
/* May be refused: EZ0101. */
#include "never_wrong.h"
#include <vector>
static const std::vector<double> &table() {
  static std::vector<double> t = {1, 2, 3, 4};
  return t;
}
__attribute__((noinline)) static double k(double v, int i) { return table()[i & 3] * v * v; }
extern "C" double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += k(x[i], i);
  return s;
}
