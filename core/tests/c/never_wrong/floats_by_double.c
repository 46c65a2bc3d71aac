/* Pairs of floats moved as doubles: `may_alias` makes it valid. The floats hold numbers that differences see exactly. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#define TOLERANCE 1e-2
#include "never_wrong.h"
typedef double two __attribute__((may_alias));
__attribute__((noinline)) static void reverse(float *to, const float *from, int pairs) {
  for (int i = 0; i < pairs; i++)
    ((two *)to)[i] = ((const two *)from)[pairs - 1 - i];
}
double f(double *x, int n) {
  _Alignas(8) float y[8], z[8] = {0};
  for (int i = 0; i < n; i++)
    y[i] = (float)x[i];
  reverse(z, y, 4);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * (i + 1) * (z[i] + y[i] * y[i]);
  return s;
}
