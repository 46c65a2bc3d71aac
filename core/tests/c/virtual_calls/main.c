/* Gradients and tangents of the solver with either set of functions, against differences. */
#include "operations.h"

typedef void gradient(struct operations *, struct operations *, double *, double *, int);
typedef double tangent(struct operations *, struct operations *, double *, double *, int);

#define ROW(f) {#f, f, gradient_##f, tangent_##f},
static const struct {
  const char *name;
  double (*primal)(struct operations *, double *, int);
  gradient *gradient;
  tangent *tangent;
} rows[] = {ALL(ROW)};

enum { NUMBERS = 5, ALL_NUMBERS = NUMBERS + 4 };

static int kind, row;

/* Numbers of the structure are inputs as well: the last four. */
static void put(struct operations *o, const double *x) {
  memcpy(&o->a, x + NUMBERS, 4 * sizeof *x);
}

static double whole(double *x, int n) {
  struct operations o;
  set(&o, kind);
  put(&o, x);
  return rows[row].primal(&o, x, n - 4);
}

int main(void) {
  const double x[ALL_NUMBERS] = {0.7, -1.3, 0.2, 1.1, 0.4, 0.3, 1.1, 0.2, 0.1};
  for (kind = 0; kind < 2; kind++)
    for (row = 0; row < (int)(sizeof rows / sizeof *rows); row++) {
      double at[ALL_NUMBERS], reverse[ALL_NUMBERS] = {0}, forward[ALL_NUMBERS];
      struct operations o, d;
      set(&o, kind);
      put(&o, x);
      set_reverse(&d, kind);
      memcpy(at, x, sizeof x);
      rows[row].gradient(&o, &d, at, reverse, NUMBERS);
      memcpy(reverse + NUMBERS, &d.a, 4 * sizeof *x);
      for (int i = 0; i < ALL_NUMBERS; i++) {
        double v[ALL_NUMBERS] = {0};
        v[i] = 1;
        set(&o, kind);
        put(&o, x);
        set_forward(&d, kind);
        put(&d, v);
        memcpy(at, x, sizeof x);
        forward[i] = rows[row].tangent(&o, &d, at, v, NUMBERS);
      }
      compare(whole, rows[row].name, x, ALL_NUMBERS, reverse, forward);
    }
  /* (x^2)(x^4) */
  same("pointer, reverse", gradient_by_pointer(square, square_reverse(), 0.9), 6 * pow(0.9, 5));
  same("pointer, forward", tangent_by_pointer(square, square_forward(), 0.9), 6 * pow(0.9, 5));
  return failures;
}
