/* Numbers written into a vector of bytes and read back. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
#include <vector>
static void put(std::vector<unsigned char> &v, double d) {
  unsigned char b[8];
  memcpy(b, &d, 8);
  for (int i = 0; i < 8; i++)
    v.push_back(b[i]);
}
static double get(const std::vector<unsigned char> &v, int k) {
  unsigned char b[8];
  for (int i = 0; i < 8; i++)
    b[i] = v[8 * k + i];
  double d;
  memcpy(&d, b, 8);
  return d;
}
extern "C" double f(double *x, int n) {
  std::vector<unsigned char> v;
  for (int i = 0; i < n; i++)
    put(v, x[i] * x[i]);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += get(v, i) * x[n - 1 - i];
  return s;
}
