/* Numbers are copied into a flexible array member behind an integer. */
#include "never_wrong.h"
struct V {
  int n;
  double s;
  double d[];
};
static struct V *mk(int n) {
  struct V *v = malloc(sizeof *v + n * sizeof(double));
  v->n = n;
  v->s = 0;
  return v;
}
double f(double *x, int n) {
  struct V *v = mk(n);
  memcpy(v->d, x, n * sizeof(double));
  for (int i = 0; i < n; i++)
    v->s += v->d[i] * v->d[i];
  double s = 0;
  for (int i = 0; i < v->n; i++)
    s += v->d[i] * v->s * (i + 1) * 0.1;
  free(v);
  return s;
}
