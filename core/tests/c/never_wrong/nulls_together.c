/* Two links of a node are set to null at once. */
/* May be refused: EZ0202 EZ0203. */
#include "never_wrong.h"
struct ar {
  char *b;
  size_t o;
};
static void *al(struct ar *a, size_t n) {
  void *p = a->b + a->o;
  a->o += (n + 15) & ~15ul;
  return p;
}
struct node {
  double v;
  int id;
  struct node *l, *r;
};
static struct node *ins(struct ar *a, struct node *t, double v, int id) {
  if (!t) {
    t = al(a, sizeof *t);
    t->v = v;
    t->id = id;
    t->l = t->r = 0;
    return t;
  }
  if (id % 2 ^ (t->id % 3 == 1))
    t->l = ins(a, t->l, v * t->v, id / 2);
  else
    t->r = ins(a, t->r, v + t->v, id / 2 + 1);
  return t;
}
static double ev(struct node *t) {
  return t ? t->v * (1 + ev(t->l)) + 0.5 * sin(ev(t->r)) : 0.3;
}
double f(double *x, int n) {
  struct ar a = {malloc(4096), 0};
  struct node *t = 0;
  for (int i = 0; i < n; i++)
    t = ins(&a, t, x[i], i + 5);
  double r = ev(t);
  free(a.b);
  return r;
}
