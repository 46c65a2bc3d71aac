/* The gradient of a rule reads heap memory that a callee ends: by a function that frees, one that resizes, or a whole record. */
/* May be refused: EZ0503. */
#include "never_wrong.h"

__attribute__((noinline)) double norm(const double *p) {
  double s = 0;
  for (int i = 0; i < 4; i++)
    s += p[i] * p[i];
  return s;
}
double norm_aug(const double *p, double *dp) {
  (void)dp;
  return norm(p);
}
void norm_grad(const double *p, double *dp, double adjoint) {
  for (int i = 0; i < 4; i++)
    dp[i] += adjoint * 2 * p[i];
}
void *__enzyme_register_gradient_norm[] = {(void *)norm, (void *)norm_aug, (void *)norm_grad};

__attribute__((noinline)) static void gone(double *p) {
  for (int i = 0; i < 4; i++)
    p[i] = -1e3;
  free(p);
}
__attribute__((noinline)) static double *longer(double *p) { return realloc(p, 4096 * sizeof *p); }
struct vector {
  double *data;
  int n;
};
__attribute__((noinline)) static void end(struct vector *v) {
  free(v->data);
  free(v);
}
/* Takes the room that has become free, and writes there. */
__attribute__((noinline)) static double other(double x) {
  double *p = malloc(4 * sizeof *p), s = 0;
  for (int i = 0; i < 4; i++)
    p[i] = x * 1e3 * i;
  for (int i = 0; i < 4; i++)
    s += p[i] * 1e-3;
  free(p);
  return s;
}
double f(double *x, int n) {
  double s = 0;
  for (int way = 0; way < 3; way++) {
    struct vector *v = malloc(sizeof *v);
    v->data = malloc(4 * sizeof(double));
    v->n = 4;
    for (int i = 0; i < 4; i++)
      v->data[i] = 3 * x[i % n] + way;
    s += norm(v->data);
    if (way == 0) {
      gone(v->data);
      free(v);
    } else if (way == 1) {
      v->data = longer(v->data);
      end(v);
    } else {
      end(v);
    }
    s += other(x[0]);
  }
  return s;
}
