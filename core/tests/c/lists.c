/* Linked lists and pointers: built inside, passed with a shadow list, pointers picked by data. */
#include "check.h"

struct node { double value; struct node *next; };

static double walk(const struct node *n) {
  double s = 0, p = 1;
  for (; n; n = n->next) {
    p *= n->value;
    s += p;
  }
  return s;
}

static double built(double *x, int n) {
  struct node *head = NULL;
  for (int i = 0; i < n; i++) {
    struct node *fresh = (struct node *)malloc(sizeof *fresh);
    fresh->value = x[i] * x[0];
    fresh->next = head;
    head = fresh;
  }
  double s = walk(head);
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return s;
}

static double chosen(double *x, int n) {
  double a = x[0], b = x[1], *p = x[2] > 0 ? &a : &b;
  for (int i = 0; i < n; i++) {
    *p = *p * x[i] + 1;
    if (x[i] < 0)
      p = p == &a ? &b : &a;
  }
  return a * b + *p;
}

static void bump(double *p, const double *q) { *p += *q * *q; }

static double aliased(double *x, int n) {
  for (int i = 0; i < n; i++)
    bump(&x[i], &x[i / 2]);
  return x[0] * x[n - 1];
}

static double apply(double (*f)(double), double x) { return f(x) * x; }
static double square(double x) { return x * x; }

static double function_pointer(double *x, int n) {
  return apply(square, x[0]) + apply(sin, x[n - 1]);
}

static double indirect(double *x, int n) {
  double *at[MOST], s = 0;
  for (int i = 0; i < n; i++)
    at[i] = &x[(i * 3 + 1) % n];
  for (int i = 0; i < n; i++)
    *at[i] *= *at[(i + 2) % n];
  for (int i = 0; i < n; i++)
    s += *at[i];
  return s;
}

int main(void) {
  double x[] = {0.7, -1.2, 0.4, 1.9, -0.33, 0.9, 1.3};
  CHECK_GRADIENT(built, x, 7);
  CHECK_GRADIENT(chosen, x, 7);
  CHECK_GRADIENT(aliased, x, 7);
  CHECK_GRADIENT(function_pointer, x, 2);
  CHECK_GRADIENT(indirect, x, 7);
  struct node b = {3, NULL}, a = {2, &b}, db = {0, NULL}, da = {0, &db};
  __enzyme_autodiff_v((void *)walk, enzyme_dup, &a, &da);
  same("first", da.value, 1 + 3);
  same("second", db.value, 2);
  return failures;
}
