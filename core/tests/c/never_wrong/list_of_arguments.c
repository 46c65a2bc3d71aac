/* A list is begun with a null argument, as a call of its own. */
#include "never_wrong.h"
#define NI __attribute__((noinline)) static
struct L {
  void *data;
  struct L *next;
};
struct P {
  double a, b;
};
NI struct L *cons(void *d, struct L *n) {
  struct L *l = malloc(sizeof *l);
  l->data = d;
  l->next = n;
  return l;
}
NI void *nth(struct L *l, int k) {
  while (k--)
    l = l->next;
  return l->data;
}
NI struct L *rev(struct L *l) {
  struct L *r = 0;
  while (l) {
    struct L *t = l->next;
    l->next = r;
    r = l;
    l = t;
  }
  return r;
}
double f(double *x, int n) {
  struct P p[4];
  struct L *l = 0;
  for (int i = 0; i < 4; i++) {
    p[i].a = x[i];
    p[i].b = x[i + 4];
    l = cons(&p[i], l);
  }
  l = rev(l);
  double s = 0;
  for (int i = 0; i < 4; i++) {
    struct P *q = nth(l, i);
    q->a *= q->b;
    struct P *r = nth(l, (i + 1) % 4);
    s += q->a * r->a;
  }
  while (l) {
    struct L *t = l->next;
    free(l);
    l = t;
  }
  return s;
}
