/* The end of what was copied, with a length that is known at run time. */
/* May be refused: never. */
#include "never_wrong.h"
double f(double *x, int n) {
  double b[16];
  memset(b, 0, sizeof b);
  size_t size = __builtin_object_size(b, 0);
  double *end = __builtin___mempcpy_chk(b, x, n / 2 * sizeof *b, size);
  end = __builtin___mempcpy_chk(end, x + 4, n / 4 * sizeof *b, size);
  for (int i = 0; i < 2; i++)
    end[i] = b[i] * x[i + 4];
  double s = 0;
  for (int i = 0; i < 8; i++)
    s += b[i] * b[i] * (i + 1);
  return s;
}
