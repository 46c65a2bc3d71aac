/* Recursion: by value, through memory, mutual, over a tree that the function builds and frees. */
#include "check.h"

__attribute__((noinline)) static double fib(double x, int n) {
  return n < 2 ? x + n : fib(x, n - 1) * 0.5 + fib(x * x, n - 2);
}

static double fibonacci(double *x, int n) { return fib(x[0], 7) * x[n - 1]; }

static double odd(double x, int n);
static double even(double x, int n) { return n == 0 ? x : odd(x * x + 0.1, n - 1); }
static double odd(double x, int n) { return n == 0 ? -x : even(sin(x), n - 1); }

static double mutual(double *x, int n) { return even(x[0], 4) + odd(x[n - 1], 3); }

__attribute__((noinline)) static void halves(double *x, int n) {
  if (n < 2)
    return;
  halves(x, n / 2);
  halves(x + n / 2, n - n / 2);
  for (int i = 0; i < n / 2; i++) {
    double a = x[i], b = x[i + n / 2];
    x[i] = a * b;
    x[i + n / 2] = a - b;
  }
}

static double in_place(double *x, int n) {
  halves(x, n);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * (i + 1);
  return s;
}

/* An argument passed by value is the callee's own: what it writes there, nobody else sees. */
struct state { double at[3], speed; int steps; };

static double march(struct state s, struct state *first) {
  if (s.steps == 0)
    return s.speed * s.at[0] + first->at[1];
  for (int i = 0; i < 3; i++)
    s.at[i] = sin(s.at[i]) + s.speed;
  first->at[1] *= s.at[2];
  s.steps--;
  double inner = march(s, &s);
  return inner * s.at[0] + s.at[1];
}

static double by_value(double *x, int n) {
  struct state s = {{x[0], x[1], x[2]}, x[n - 1], 2};
  struct state other = {{x[1], x[2], x[3]}, x[0], 0};
  double r = march(s, &other);
  return r * s.at[0] + s.at[1] * s.at[2] + other.at[1] * s.speed;
}

struct tree { double value; struct tree *left, *right; };

static struct tree *grow(const double *x, int n) {
  if (n == 0)
    return NULL;
  struct tree *t = (struct tree *)malloc(sizeof *t);
  t->value = x[n / 2] * x[n / 2];
  t->left = grow(x, n / 2);
  t->right = grow(x + n / 2 + 1, n - n / 2 - 1);
  return t;
}

static double total(const struct tree *t) {
  return t ? sin(t->value) * (1 + total(t->left)) + total(t->right) : 0.5;
}

static void fell(struct tree *t) {
  if (!t)
    return;
  fell(t->left);
  fell(t->right);
  free(t);
}

static double forest(double *x, int n) {
  struct tree *t = grow(x, n);
  double s = total(t);
  fell(t);
  return s;
}

int main(void) {
  double x[] = {0.7, -1.2, 0.4, 1.9, -0.33, 0.9, 1.3};
  CHECK_GRADIENT(fibonacci, x, 2);
  CHECK_GRADIENT(mutual, x, 2);
  CHECK_GRADIENT(in_place, x, 7);
  CHECK_GRADIENT(forest, x, 7);
  CHECK_GRADIENT(by_value, x, 4);
  /* A tree of the caller, with a shadow tree. */
  struct tree leaf = {0.5, NULL, NULL}, root = {1.0, &leaf, NULL};
  struct tree dleaf = {0, NULL, NULL}, droot = {0, &dleaf, NULL};
  __enzyme_autodiff_v((void *)total, enzyme_dup, &root, &droot);
  double below = sin(0.5) * 1.5 + 0.5;
  same("root", droot.value, cos(1.0) * (1 + below));
  same("leaf", dleaf.value, sin(1.0) * cos(0.5) * 1.5);
  return failures;
}
