/* A pointer that is moved by one of two constant distances: to one of two members, or elements. */
#include "never_wrong.h"
struct pair {
  double a, b;
};
__attribute__((noinline)) static double *chosen(struct pair *p, double v) { return v > 1.2 ? &p->a : &p->b; }

static double read_here(double *x, int n) {
  struct pair s[2] = {{x[0], x[1]}, {x[2], x[n - 1]}};
  double r = 0;
  for (int i = 0; i < n; i++) {
    struct pair *q = &s[i & 1];
    double *w = x[i] > 1 ? &q->a : &q->b;
    r += *w;
  }
  return r;
}

static double read_below(double *x) {
  struct pair s = {x[0], x[1]};
  return *chosen(&s, x[2]) * *chosen(&s, 0);
}

static double written(double *x) {
  struct pair *p = (struct pair *)calloc(1, sizeof *p);
  *(x[2] > 2 ? &p->a : &p->b) = x[1];
  double r = p->b * 3 + p->a * x[0];
  free(p);
  return r;
}

double f(double *x, int n) { return read_here(x, n) + read_below(x) * written(x); }
