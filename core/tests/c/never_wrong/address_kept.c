/* An address kept as an integer in a structure, filled and read in functions
 * that stay calls. Where the compiler passes the integer itself, it is refused.
 */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
struct handle {
  uintptr_t p;
  int n;
};
__attribute__((noinline)) static void put(struct handle *h, double *p, int n) {
  h->p = (uintptr_t)p;
  h->n = n;
}
__attribute__((noinline)) static double get(struct handle *h, int i) {
  return ((double *)h->p)[i];
}
__attribute__((noinline)) static void set(struct handle *h, int i, double v) {
  ((double *)h->p)[i] = v;
}
double f(double *x, int n) {
  double a[8], s = 0;
  struct handle h;
  put(&h, a, n);
  for (int i = 0; i < n; i++)
    set(&h, i, x[i] * x[i]);
  for (int i = 0; i < n; i++)
    s += get(&h, i) * get(&h, n - 1 - i);
  put(&h, x, n);
  for (int i = 0; i < n; i++)
    s += get(&h, i) * get(&h, n - 1 - i);
  return s;
}
