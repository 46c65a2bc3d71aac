/* A stack of boxed numbers. */
/* May be refused: EZ0201 EZ0203. */
#include "never_wrong.h"
#include <stdint.h>
typedef struct {
  uint64_t bits;
  int tag;
} V;
__attribute__((noinline)) static void box(V *v, double d) {
  memcpy(&v->bits, &d, 8);
  v->tag = 1;
}
__attribute__((noinline)) static double unbox(const V *v) {
  double d;
  memcpy(&d, &v->bits, 8);
  return d;
}
double f(double *x, int n) {
  V st[4];
  int sp = 0;
  double s = 0;
  for (int i = 0; i < n; i++) {
    box(&st[sp++], x[i] * x[i]);
    if (sp == 4) {
      while (sp)
        s += unbox(&st[--sp]);
    }
  }
  return s;
}
