/* An array that is indexed at run time beside pointers. */
/* May be refused: EZ0201. */
#include "never_wrong.h"
struct S {
  double *x;
  int n, *list;
  int r[26];
};
__attribute__((noinline)) static double g(struct S *s) {
  double t = 0;
  for (int i = 0; i < s->n; i++) {
    s->r[i % 26] += i;
    t += s->x[s->list[i]] * s->x[i];
  }
  for (int i = 0; i < 26; i++)
    t += s->r[i];
  return t;
}
double f(double *x, int n) {
  int l[8];
  for (int i = 0; i < 8; i++)
    l[i] = 7 - i;
  struct S s;
  memset(&s, 0, sizeof s);
  s.x = x;
  s.n = n;
  s.list = l;
  return g(&s);
}
