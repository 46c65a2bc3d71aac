/* Parameters that promise not to be aliased, in calls that keep the promise as narrowly as they may: what is
 * only read has several names. Shadows overlap where their primals do.
 */
#include "check.h"

enum { N = 16 };

/* Both arrays are only read: they may be the same. */
static void neighbours(const double *restrict x, const double *restrict y, double *restrict out, int n) {
  for (int i = 0; i < n; i++)
    out[i] = x[i] * y[i + 1];
}

static void read_twice(int n) {
  double x[N], dx[N] = {0}, out[N], dout[N];
  for (int i = 0; i < N; i++) {
    x[i] = 1 + 0.25 * i;
    dout[i] = 1 + i * i;
  }
  __enzyme_autodiff_v((void *)neighbours, enzyme_dup, x, dx, enzyme_dup, x, dx, enzyme_dup, out, dout,
                      enzyme_const, n - 1);
  for (int i = 0; i < N; i++) {
    double right = i + 1 < N ? (1 + i * i) * x[i + 1] : 0;
    double left = i > 0 ? (1 + (i - 1) * (i - 1)) * x[i - 1] : 0;
    same("an array that is read by two names", dx[i], left + right);
  }
}

/* One number by two names, one of which is not restricted and is read twice: the notes could change it. */
static double cubed(const double *x, const double *restrict y, char *note, int i) {
  double first = x[i];
  note[0] = 1;
  double second = y[i];
  note[1] = 2;
  return first * second * x[i];
}

static void read_by_both(int n) {
  double x[N], dx[N] = {0};
  char note[2];
  for (int i = 0; i < N; i++)
    x[i] = 1 + 0.25 * i;
  for (int i = 0; i < n; i++)
    __enzyme_autodiff((void *)cubed, enzyme_dup, x, dx, enzyme_dup, x, dx, enzyme_const, note, enzyme_const, i);
  for (int i = 0; i < N; i++)
    same("a number that is read by two names", dx[i], 3 * x[i] * x[i]);
}

/* The parts that are written and those that are read of one array by two names. */
static void parted(double *restrict x, double *restrict y, int n) {
  for (int i = 0; i < n; i += 2)
    x[i] = x[i] * y[i + 1];
}

static void written_in_part(int n) {
  double x[N], dx[N], want[N];
  for (int i = 0; i < N; i++) {
    x[i] = 1 + 0.5 * i;
    dx[i] = want[i] = 2 + i;
  }
  for (int i = 0; i < N; i += 2) {
    want[i + 1] += want[i] * x[i];
    want[i] *= x[i + 1];
  }
  __enzyme_autodiff_v((void *)parted, enzyme_dup, x, dx, enzyme_dup, x, dx, enzyme_const, n);
  for (int i = 0; i < N; i++)
    same("one array, written and read in different places", dx[i], want[i]);
}

/* A pointer that memory gives back is the parameter. */
struct holder {
  double *to;
};

__attribute__((noinline)) static double through_memory(double *restrict x, struct holder *h, int n) {
  double sum = 0;
  h->to = x;
  for (int i = 0; i < n; i++) {
    double *again = h->to;
    again[i] = again[i] * x[0];
    sum += x[i] * x[i];
  }
  return sum;
}

static double stored_pointer(double *v, int n) {
  struct holder h;
  return through_memory(v, &h, n);
}

/* The shadow of one call is the primal memory of the next, in a loop that both calls are inlined into. */
static double power(double *restrict x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i] * x[i];
  return sum;
}

static void roles_change(int n) {
  double a[N], b[N], want[N];
  double *x = a, *dx = b;
  for (int i = 0; i < N; i++)
    a[i] = want[i] = 0.3 + 0.01 * i;
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < N; i++) {
      dx[i] = 0;
      want[i] = 3 * want[i] * want[i];
    }
    __enzyme_autodiff((void *)power, enzyme_dup, x, dx, enzyme_const, n);
    double *other = x;
    x = dx;
    dx = other;
  }
  for (int i = 0; i < N; i++)
    same("a gradient of a gradient's argument", x[i], want[i]);
}

/* A direction that is the point itself: n times the value of a function that is homogeneous of degree n. */
static void direction_is_point(void) {
  double x[N];
  for (int i = 0; i < N; i++)
    x[i] = 1 - 0.1 * i;
  double got = __enzyme_fwddiff((void *)power, enzyme_dup, x, x, enzyme_const, N);
  same("a direction that is the point", got, 3 * power(x, N));
}

int main(void) {
  volatile int n = N; /* not known to the compiler */
  read_twice(n);
  read_by_both(n);
  written_in_part(n);
  double x[4] = {1.5, 0.5, 2, 0.25};
  CHECK_GRADIENT(stored_pointer, x, 4);
  roles_change(n);
  direction_is_point();
  return failures;
}
