/* Vector types of the compiler, mixed structures copied whole, pointers in arrays, stack of structs. */
#include "check.h"

typedef double pair __attribute__((vector_size(16)));
typedef float quad __attribute__((vector_size(16)));

static double doubles(double *x, int n) {
  pair a = {x[0], x[n - 1]}, b = a * a;
  for (int i = 0; i < 3; i++) {
    b = b * a + a;
    b[i & 1] *= x[0];
  }
  return b[0] * b[1];
}

static double floats(double *x, int n) {
  quad a = {(float)x[0], (float)x[n - 1], (float)(x[0] * x[n - 1]), 1};
  a = a * a;
  a = __builtin_shufflevector(a, a, 3, 5, 1, 0);
  return a[0] * a[1] + a[2] * a[3];
}

struct mixed { int k; float f; double d; char c; };

static double structures(double *x, int n) {
  struct mixed a[5], b[5];
  for (int i = 0; i < 5; i++) {
    a[i].k = i, a[i].f = 2, a[i].c = 'a';
    a[i].d = x[i % n] * i;
  }
  memcpy(b, a, n * sizeof *a);
  for (int i = n; i < 5; i++)
    b[i] = a[4 - i];
  double s = 0;
  for (int i = 0; i < 5; i++)
    s += b[i].d * b[i].k * b[i].f;
  return s;
}

static double cleared(double *x, int n) {
  double a[6], s = 0;
  for (int i = 0; i < 6; i++)
    a[i] = x[i % n] * x[0];
  memset(a + 1, 0, n * sizeof *a);
  for (int i = 0; i < 6; i++)
    s += a[i] * a[5] + a[0];
  return s;
}

static double exchanged(double *x, int n) {
  double a = x[0], b = x[n - 1], *p[2] = {&a, &b};
  for (int i = 0; i < 5; i++) {
    double *q = p[i % 2];
    *q = *q * *p[1 - i % 2];
    if (i == 3) {
      double *t = p[0];
      p[0] = p[1];
      p[1] = t;
    }
  }
  return a + 2 * b;
}

static double holes(double *x, int n) {
  double s = 0, b[10];
  for (int i = 0; i < 10; i++)
    b[i] = 1;
  for (int i = 0; i < 10; i += 3)
    b[i] = x[i % n] * b[(i + 1) % 10];
  for (int i = 9; i >= 0; i -= 2)
    s += b[i] * b[i / 2];
  return s;
}

static double state;
static double scratch[4];

static double globals(double *x, int n) {
  state = x[0] * x[0];
  for (int i = 0; i < n; i++)
    scratch[i] = x[i] * state;
  for (int i = 0; i < n; i++)
    state += scratch[i] * scratch[0];
  return state * state;
}

int main(void) {
  double x[] = {0.7, -1.2}, reverse[2] = {0};
  CHECK_GRADIENT(doubles, x, 2);
  CHECK_GRADIENT(structures, x, 2);
  CHECK_GRADIENT(cleared, x, 2);
  CHECK_GRADIENT(exchanged, x, 2);
  CHECK_GRADIENT(holes, x, 2);
  CHECK_GRADIENT(globals, x, 2);
  __enzyme_autodiff_v((void *)floats, enzyme_dup, x, reverse, enzyme_const, 2);
  near_to("floats 0", reverse[0], 2.016, 1e-6);
  near_to("floats 1", reverse[1], -3.576, 1e-6);
  return failures;
}
