/* Doubles moved as vectors of floats, as the intrinsics of vector units do: `may_alias` makes it valid. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
typedef float four __attribute__((vector_size(16), aligned(8), may_alias));
__attribute__((noinline)) static void reverse(double *to, const double *from, int pairs) {
  for (int i = 0; i < pairs; i++)
    *(four *)(to + 2 * i) = *(const four *)(from + 2 * (pairs - 1 - i));
}
double f(double *x, int n) {
  double y[8], z[8] = {0};
  for (int i = 0; i < n; i++)
    y[i] = x[i] * x[i];
  reverse(z, y, 4);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += z[i] * (i + 1) + y[i];
  return s;
}
