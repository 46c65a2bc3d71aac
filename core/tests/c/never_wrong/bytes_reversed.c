/* The order of bytes reversed twice. */
/* May be refused: EZ0203. */
#include "never_wrong.h"
#include <stdint.h>
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double t = x[i] * x[i];
    uint64_t b;
    memcpy(&b, &t, 8);
    b = __builtin_bswap64(b);
    unsigned char c[8];
    memcpy(c, &b, 8);
    uint64_t r;
    memcpy(&r, c, 8);
    r = __builtin_bswap64(r);
    double u;
    memcpy(&u, &r, 8);
    s += u;
  }
  return s;
}
