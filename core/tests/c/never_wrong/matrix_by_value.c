/* A structure with a pointer, returned by value. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
typedef struct {
  int r, c;
  double *d;
} M;
__attribute__((noinline)) static M make(int r, int c) {
  M m = {r, c, calloc(r * c, 8)};
  return m;
}
__attribute__((noinline)) static M mul(M a, M b) {
  M m = make(a.r, b.c);
  for (int i = 0; i < a.r; i++)
    for (int j = 0; j < b.c; j++)
      for (int k = 0; k < a.c; k++)
        m.d[i * m.c + j] += a.d[i * a.c + k] * b.d[k * b.c + j];
  return m;
}
double f(double *x, int n) {
  M a = make(2, 2), b = make(2, 2);
  for (int i = 0; i < 4; i++) {
    a.d[i] = x[i];
    b.d[i] = x[i + 4];
  }
  M c = mul(a, b);
  double s = 0;
  for (int i = 0; i < 4; i++)
    s += c.d[i] * c.d[i];
  free(a.d);
  free(b.d);
  free(c.d);
  return s;
}
