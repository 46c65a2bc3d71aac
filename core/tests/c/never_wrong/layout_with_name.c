/* A structure with numbers, an integer and characters that are indexed at run time. */
/* May be refused: EZ0201 EZ0202. */
#include "never_wrong.h"
struct M {
  double d[3];
  int n;
  char name[8];
  double last;
};
__attribute__((noinline)) static void cp(struct M *a, const struct M *b) {
  *a = *b;
  a->n++;
  a->name[a->n & 7] = 'x';
}
double f(double *x, int n) {
  struct M a = {{x[0], x[1], x[2]}, 1, "abc", x[3]}, b;
  cp(&b, &a);
  struct M c[2];
  c[n & 1] = b;
  c[1 - (n & 1)] = a;
  double s = 0;
  for (int i = 0; i < b.n; i++)
    s += c[0].d[i] * c[1].d[i];
  return s * c[0].last + b.last * c[1].last;
}
