/* A rule is given a record of the function's own that leads to memory of the caller's, which changes afterwards. */
/* May be refused: EZ0503. */
#include "never_wrong.h"

struct vector {
  double *data;
  int n;
};
__attribute__((noinline)) double norm(const struct vector *v) {
  double s = 0;
  for (int i = 0; i < v->n; i++)
    s += v->data[i] * v->data[i];
  return s;
}
double norm_aug(const struct vector *v, struct vector *dv) {
  (void)dv;
  return norm(v);
}
void norm_grad(const struct vector *v, struct vector *dv, double adjoint) {
  for (int i = 0; i < v->n; i++)
    dv->data[i] += adjoint * 2 * v->data[i];
}
void *__enzyme_register_gradient_norm[] = {(void *)norm, (void *)norm_aug, (void *)norm_grad};

__attribute__((noinline)) static double part(double *x, int n) {
  struct vector v = {x, n};
  return norm(&v);
}
double f(double *x, int n) {
  double s = part(x, n);
  for (int i = 0; i < n; i++)
    x[i] *= 10;
  return s + part(x, n);
}
