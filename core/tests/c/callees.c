/* Calls that stay calls: pointers returned into an argument, copies of untyped memory, results through
 * pointers, structures by value, buffers made by a callee, the same callee in several roles. */
#include "check.h"

#define APART __attribute__((noinline)) static

struct four { double at[4]; };
struct pair { double a, b; };

APART double *element(double *a, long i) { return a + i; }
APART double *field(struct four *f, long i) { return &f->at[i]; }

static double elements(double *x, int n) {
  double a[4] = {0};
  for (int i = 0; i < n; i++)
    *element(a, i) = x[i] * x[i];
  return *element(a, 0) * *element(a, 1);
}

static double of_the_caller(double *x, int n) { return *element(x, 0) * *element(x, n - 1); }

static double fields(double *x, int n) {
  struct four f = {{0}};
  for (int i = 0; i < n; i++)
    *field(&f, i) = x[i] * x[i];
  return *field(&f, 0) * *field(&f, 1);
}

APART double *copy(const double *from, const double *end, double *to) {
  *to = *from;
  memmove(to, from, (end - from) * sizeof *from);
  return to + (end - from);
}

static double copies(double *x, int n) {
  double w[8];
  copy(x, x + n, copy(x, x + n, w));
  return w[0] * w[1] * w[n] * w[n + 1];
}

APART void split(double x, double *s, double *c) {
  *s = sin(x) * *c;
  *c = cos(x) + *s;
}

static double outputs(double *x, int n) {
  double s = x[0], c = x[n - 1];
  for (int i = 0; i < n; i++)
    split(x[i] + s, &s, &c);
  return s * c;
}

APART struct pair rotate(struct pair p, double t) {
  struct pair r = {p.a * cos(t) - p.b * sin(t), p.a * sin(t) + p.b * cos(t)};
  return r;
}

static double by_value(double *x, int n) {
  struct pair p = {x[0], x[1]};
  for (int i = 0; i < n; i++)
    p = rotate(p, x[i]);
  return p.a * p.b * p.b;
}

APART double *make(const double *x, int n) {
  double *r = (double *)malloc(n * sizeof *r);
  for (int i = 0; i < n; i++)
    r[i] = x[i] * x[i];
  return r;
}

APART void unmake(double *p) { free(p); }

static double made(double *x, int n) {
  double s = 0;
  for (int k = 0; k < 3; k++) {
    double *r = make(x, n);
    r[k % n] *= s + 1;
    s += r[0] * r[n - 1];
    unmake(r);
  }
  return s;
}

APART void make_in(double **to, const double *x, int n) {
  *to = (double *)malloc(n * sizeof **to);
  for (int i = 0; i < n; i++)
    (*to)[i] = x[i] * x[0];
}

static double made_in(double *x, int n) {
  double *p;
  make_in(&p, x, n);
  double s = p[0] * p[n - 1];
  free(p);
  return s;
}

APART double weigh(const double *w, double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    s += w[i] * x[i];
    x[i] = s * x[i];
  }
  return s;
}

/* Once with an inactive first argument, once with an active one, once with the same twice. */
static double roles(double *x, int n) {
  double fixed[4] = {1, 2, 3, 4};
  double s = weigh(fixed, x, n) * weigh(x, fixed, n);
  return s + weigh(x, x, n) + fixed[0];
}

APART double deeper(double *x, int n, int depth) {
  double t[2] = {x[0] * x[n - 1], x[0]};
  x[depth % n] += t[0];
  double s = depth ? deeper(x, n, depth - 1) * t[0] + t[1] : t[1];
  x[0] *= 0.9;
  return s;
}

static double nested(double *x, int n) { return deeper(x, n, 3) + x[0] * x[n - 1]; }

int main(void) {
  double x[] = {0.7, -1.2}, y[] = {0.4, 0.9, -0.3, 1.1};
  CHECK_GRADIENT(elements, x, 2);
  CHECK_GRADIENT(of_the_caller, x, 2);
  CHECK_GRADIENT(fields, x, 2);
  CHECK_GRADIENT(copies, x, 2);
  CHECK_GRADIENT(outputs, x, 2);
  CHECK_GRADIENT(by_value, y, 4);
  CHECK_GRADIENT(made, y, 4);
  CHECK_GRADIENT(made_in, y, 4);
  CHECK_GRADIENT(roles, y, 4);
  CHECK_GRADIENT(nested, y, 4);
  return failures;
}
