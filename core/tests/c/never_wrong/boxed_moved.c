/* Boxed numbers moved by functions that know integers only. */
/* May be refused: EZ0201 EZ0203. */
#include "never_wrong.h"
#include <stdint.h>
typedef struct {
  uint64_t bits;
} V;
__attribute__((noinline)) static void box(V *v, double d) { memcpy(&v->bits, &d, 8); }
__attribute__((noinline)) static void move(V *a, const V *b) { a->bits = b->bits; }
__attribute__((noinline)) static void movestruct(V *a, const V *b) { *a = *b; }
__attribute__((noinline)) static double unbox(const V *v) {
  double d;
  memcpy(&d, &v->bits, 8);
  return d;
}
double f(double *x, int n) {
  V a[8], b[8], c[8];
  for (int i = 0; i < n; i++)
    box(&a[i], x[i] * x[i]);
  for (int i = 0; i < n; i++) {
    move(&b[i], &a[n - 1 - i]);
    movestruct(&c[i], &b[i]);
  }
  double s = 0;
  for (int i = 0; i < n; i++)
    s += unbox(&c[i]) * (i + 1);
  return s;
}
