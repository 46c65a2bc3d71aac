/* Two sets of functions, and the shadows that lead to their derivatives. */
#include "operations.h"

HOOK void *__enzyme_virtualreverse(void *);
HOOK void *__enzyme_virtualforward(void *);

static double value_a(const struct operations *o, const double *x, int n, double y) {
  double s = o->a;
  for (int i = 0; i < n; i++)
    s += sin(x[i] * o->b) * y;
  return s;
}

static void step_a(struct operations *o, double *u, int n) {
  for (int i = 0; i + 1 < n; i++)
    u[i] = u[i] * u[i + 1] + o->a;
  o->kept += u[0] * o->b;
  o->calls++;
}

static void fill_a(const struct operations *o, const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = x[n - 1 - i] * o->b;
}

static int count_a(const struct operations *o) { return 4 + (o->a > 100); }

static double value_b(const struct operations *o, const double *x, int n, double y) {
  return x[n - 1] * y * y + o->kept * o->last;
}

static void step_b(struct operations *o, double *u, int n) {
  for (int i = 0; i < n; i++)
    u[i] = cos(u[i]) * o->b + o->kept;
  o->last = u[1] * u[0];
}

/* Calls another function through a pointer in the same structure. */
static void fill_b(const struct operations *o, const double *x, double *y, int n) {
  for (int i = 0; i < n; i++)
    y[i] = o->scalar(x[i]) + o->value(o, x, n, x[i]);
}

static int count_b(const struct operations *o) { return o->b > 0 ? 3 : 0; }

double square(double x) { return x * x; }

static double wave(double x) { return sin(x) + x; }

void set(struct operations *o, int kind) {
  *o = kind ? (struct operations){value_b, step_b, fill_b, count_b, wave, 0, 0.3, 1.1, 0.2, 0.1}
            : (struct operations){value_a, step_a, fill_a, count_a, square, 0, 0.3, 1.1, 0.2, 0.1};
}

#define SHADOW(mode)                                                                               \
  void set_##mode(struct operations *d, int kind) {                                                \
    void *a[] = {__enzyme_virtual##mode((void *)value_a), __enzyme_virtual##mode((void *)step_a),  \
                 __enzyme_virtual##mode((void *)fill_a), __enzyme_virtual##mode((void *)count_a),  \
                 __enzyme_virtual##mode((void *)square)};                                          \
    void *b[] = {__enzyme_virtual##mode((void *)value_b), __enzyme_virtual##mode((void *)step_b),  \
                 __enzyme_virtual##mode((void *)fill_b), __enzyme_virtual##mode((void *)count_b),  \
                 __enzyme_virtual##mode((void *)wave)};                                            \
    memset(d, 0, sizeof *d);                                                                       \
    memcpy(d, kind ? b : a, sizeof a);                                                             \
  }                                                                                                \
  void *square_##mode(void) { return __enzyme_virtual##mode((void *)square); }
SHADOW(reverse)
SHADOW(forward)
