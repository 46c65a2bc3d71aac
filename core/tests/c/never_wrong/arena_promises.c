/* An arena whose function promises new memory, and gives the same memory again when the program is done with it. */
#include "never_wrong.h"
static double pool[512];
static int top;
struct pool {
  char *base;
  size_t offset;
};
__attribute__((malloc, noinline)) static double *get(int n) {
  double *p = &pool[top];
  top += n;
  return p;
}
__attribute__((malloc, noinline, alloc_size(2))) static void *get_bytes(struct pool *p, size_t bytes) {
  void *r = p->base + p->offset;
  p->offset += (bytes + 15) & ~15ul;
  return r;
}
double f(double *x, int n) {
  double s = 0;
  for (int k = 0; k < 2; k++) {
    top = 0;
    double *a = get(n);
    for (int i = 0; i < n; i++)
      a[i] = x[i] + k + s;
    for (int i = 0; i < n; i++)
      s += sin(a[i]) * a[i];
  }
  struct pool own = {malloc(1 << 12), 0};
  for (int k = 0; k < 3; k++) {
    own.offset = 0;
    double *a = get_bytes(&own, 100 * sizeof *a);
    for (int i = 0; i < 100; i++)
      a[i] = x[i % n] * s;
    double r = 0;
    for (int i = 0; i < 100; i++)
      r += sin(a[i]) * a[i];
    s += r * 0.001;
  }
  free(own.base);
  return s;
}
