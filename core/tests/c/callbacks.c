/* Calls through pointers in a program whose functions can all be seen: tables, callbacks with a context, structures
 * of operations, functions that are chosen, returned, kept in globals, and that lead to themselves. */
#include "check.h"

#define APART __attribute__((noinline)) static

typedef double step(double);

APART double square(double x) { return x * x; }
APART double wave(double x) { return sin(x) * x; }
APART double shift(double x) { return x + 3; }

static step *table[] = {square, wave, shift, sin, exp};

static double from_table(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += table[(i * 7) % 5](x[i]) * x[0];
  return s;
}

/* A context, as libraries hand it on. */
struct context { double scale; int calls; double *seen; };

APART double weighted(double x, void *data) {
  struct context *c = data;
  c->seen[c->calls++ % 4] += x * c->scale;
  return x * x * c->scale;
}

APART double counted(double x, void *data) {
  struct context *c = data;
  c->calls++;
  c->scale *= x;
  return x;
}

APART double integrate(double (*f)(double, void *), void *data, const double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += f(x[i], data) * (i + 1);
  return s;
}

static double with_context(double *x, int n) {
  double seen[4] = {0};
  struct context c = {x[1], 0, seen};
  double a = integrate(weighted, &c, x, n);
  double b = integrate(counted, &c, x, n);
  return a * b + seen[0] * seen[1] + c.scale * c.calls;
}

/* Operations of an object in C. */
struct shape;
struct operations {
  double (*area)(const struct shape *);
  void (*grow)(struct shape *, double);
};
struct shape { const struct operations *of; double a, b; };

APART double box_area(const struct shape *s) { return s->a * s->b; }
APART void box_grow(struct shape *s, double by) { s->a *= by; s->b += by; }
APART double disc_area(const struct shape *s) { return 3 * s->a * s->a; }
APART void disc_grow(struct shape *s, double by) { s->a += by * by; }

static const struct operations box = {box_area, box_grow}, disc = {disc_area, disc_grow};

/* In a function of its own, or a vectoriser moves the pointers as numbers. */
APART void make(struct shape *s, const struct operations *of, double a, double b) {
  s->of = of;
  s->a = a;
  s->b = b;
}

static double objects(double *x, int n) {
  struct shape *s = malloc(n * sizeof *s);
  for (int i = 0; i < n; i++)
    make(&s[i], i % 2 ? &box : &disc, x[i], x[(i + 1) % n]);
  double sum = 0;
  for (int i = 0; i < n; i++) {
    s[i].of->grow(&s[i], x[n - 1 - i]);
    sum += s[i].of->area(&s[i]) * s[(i + 1) % n].a;
  }
  free(s);
  return sum;
}

/* Chosen by a number, returned by a function, kept in a global. */
static step *current = shift;

APART step *choose(int k) { return k == 0 ? square : k == 1 ? wave : shift; }
APART void use(step *f) { current = f; }

static double chosen(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++) {
    use(choose(i % 3));
    s = s * 0.5 + current(x[i]) + choose((i + 1) % 3)(s);
  }
  return s;
}

/* Functions that lead to themselves: a tree of operations. */
struct node { double (*value)(const struct node *, const double *); const struct node *left, *right; int k; };

APART double leaf(const struct node *n, const double *x) { return x[n->k]; }
APART double sum(const struct node *n, const double *x) {
  return n->left->value(n->left, x) + n->right->value(n->right, x);
}
APART double product(const struct node *n, const double *x) {
  return n->left->value(n->left, x) * n->right->value(n->right, x);
}

static double tree(double *x, int n) {
  struct node a = {leaf, 0, 0, 0}, b = {leaf, 0, 0, n - 1};
  struct node p = {product, &a, &b, 0}, s = {sum, &p, &a, 0}, all = {product, &s, &p, 0};
  return all.value(&all, x);
}

/* What is passed differs in its role: an active number here, a constant there, nothing returned elsewhere. */
typedef void update(double *, double);

APART void scale(double *a, double by) { *a *= by; }
APART void replace(double *a, double by) { *a = by; }
APART void forget(double *a, double by) { (void)by; *a = 0; }

static update *updates[] = {scale, replace, forget, scale};

static double in_place(double *x, int n) {
  double s = 0;
  for (int k = 0; k < 4; k++)
    for (int i = 0; i < n; i++) {
      double y = x[i];
      updates[(i + k) % 4](&y, x[k % n] + 2);
      s += y * y;
    }
  return s;
}

int main(void) {
  double x[] = {0.7, 1.3, -0.4, 0.9, 2.1};
  CHECK_GRADIENT(from_table, x, 5);
  CHECK_GRADIENT(with_context, x, 5);
  CHECK_GRADIENT(objects, x, 5);
  CHECK_GRADIENT(chosen, x, 5);
  CHECK_GRADIENT(tree, x, 5);
  CHECK_GRADIENT(in_place, x, 5);
  return failures;
}
