/* Boxed numbers pushed on a global stack. */
/* May be refused: EZ0201 EZ0203. */
#include "never_wrong.h"
#include <stdint.h>
typedef struct {
  uint64_t bits;
  uint64_t tag;
} V;
static V stack[16];
static int sp;
__attribute__((noinline)) static void push(V v) { stack[sp++] = v; }
__attribute__((noinline)) static V pop(void) { return stack[--sp]; }
__attribute__((noinline)) static V box(double d) {
  V v;
  v.tag = 1;
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
  sp = 0;
  for (int i = 0; i < n; i++)
    push(box(x[i] * x[i]));
  for (int i = 0; i < n; i++)
    s += unbox(pop()) * (i + 1);
  return s;
}
