/* Numbers boxed in integers that functions take and return. */
/* May be refused: EZ0201 EZ0203. */
#include "never_wrong.h"
#include <stdint.h>
typedef struct {
  uint64_t bits;
} V;
__attribute__((noinline)) static V box(double d) {
  V v;
  memcpy(&v.bits, &d, 8);
  return v;
}
__attribute__((noinline)) static double unbox(V v) {
  double d;
  memcpy(&d, &v.bits, 8);
  return d;
}
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    V v = box(x[i] * x[i]);
    s += unbox(v);
  }
  return s;
}
