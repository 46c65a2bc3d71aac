/* A number as an array of bytes. */
/* May be refused: EZ0201 EZ0203. */
#include "never_wrong.h"
#include <array>
typedef std::array<char, 8> A;
static A pack(double d) { return __builtin_bit_cast(A, d); }
__attribute__((noinline)) static double unpack(const A &a) { return __builtin_bit_cast(double, a); }
extern "C" double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    A a = pack(x[i] * x[i]);
    s += unpack(a);
  }
  return s;
}
