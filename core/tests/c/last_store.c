/* Stores at the end of a function, which the derivative may put off: to memory that was read before, to one place
 * twice, to memory that is read again. And what functions of the C library set besides memory of the program.
 */
#include "check.h"
#include <errno.h>

/* The result goes to an element of the input, for all that the compiler knows. */
static void into(const double *x, double *out, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i] * x[(i + 1) % n];
  *out = sum;
}

static double result_into_input(double *x, int n) {
  into(x, x + 2, n);
  return x[2] * x[0];
}

static void into_input(int n) {
  double x[4] = {1.5, 0.5, 2, 0.25}, dx[4] = {0, 0, 1, 0};
  double want[4], value = 0;
  for (int i = 0; i < n; i++) {
    int before = (i + n - 1) % n;
    want[i] = 2 * x[i] * x[(i + 1) % n] + x[before] * x[before];
    value += x[i] * x[i] * x[(i + 1) % n];
  }
  __enzyme_autodiff_v((void *)into, enzyme_dup, x, dx, enzyme_dup, x + 2, dx + 2, enzyme_const, n);
  same("the result is stored over an input", x[2], value);
  for (int i = 0; i < n; i++)
    same("what was stored over had been read", dx[i], want[i]);
}

/* Two results, of which the second stays if they have one place. */
static void both(const double *x, double *first, double *second, int n) {
  double sum = 0, product = 1;
  for (int i = 0; i < n; i++) {
    sum += x[i] * x[i];
    product *= x[i];
  }
  *first = sum;
  *second = product;
}

static void one_place(int n) {
  double x[3] = {1.5, 0.5, 2}, dx[3] = {0}, out = 0, dout = 1;
  __enzyme_autodiff_v((void *)both, enzyme_dup, x, dx, enzyme_dup, &out, &dout, enzyme_dup, &out, &dout,
                      enzyme_const, n);
  same("the last store stays", out, 1.5);
  for (int i = 0; i < n; i++)
    same("its derivative", dx[i], 1.5 / x[i]);
}

/* Read again behind the store. */
static double read_again(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  x[n - 1] = sum;
  return x[n - 1] * x[0] + x[n / 2];
}

/* The last store is of a pointer that was read before. */
struct holder {
  double *to;
};

static double squares(struct holder *h, double *other, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += h->to[i] * h->to[i];
  h->to = other;
  return sum;
}

static void pointer_last(int n) {
  double x[3] = {1.5, 0.5, 2}, dx[3] = {0}, y[3] = {0}, dy[3] = {0};
  struct holder h = {x}, dh = {dx};
  __enzyme_autodiff((void *)squares, enzyme_dup, &h, &dh, enzyme_dup, y, dy, enzyme_const, n);
  same("the pointer was stored", h.to == y && dh.to == dy, 1);
  for (int i = 0; i < n; i++) {
    same("what the pointer led to before", dx[i], 2 * x[i]);
    same("what it leads to now", dy[i], 0);
  }
}

/* A callee's store, which the caller reads. */
__attribute__((noinline)) static void apart(double *x, double *out, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += sin(x[i]) * x[i];
  *out = sum;
}

static double by_callee(double *x, int n) {
  apart(x, &x[1], n);
  apart(x, &x[0], n);
  return x[0] * x[1];
}

/* lgamma in each iteration, between what is read before and after it. */
static double gammas(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += lgamma(x[i] + 3) * x[(i + 1) % n] * x[i];
  return sum;
}

/* errno is memory, too: here it says which way to go, and is set again before the reverse pass. */
static double ways(double *x, int n) {
  double sum = 0;
  for (int i = 0; i < n; i++) {
    errno = 0;
    double large = exp(1000 * x[i]);
    sum += errno == 0 ? x[i] * x[i] : 3 * x[i];
    sum += large < 1 ? 1 : 2;
  }
  return sum;
}

int main(void) {
  volatile int n = 4;
  double x[4] = {1.5, 0.5, 2, 0.25}, mixed[4] = {-1, 2, -0.5, 3};
  into_input(n);
  one_place(3);
  pointer_last(3);
  CHECK_GRADIENT(result_into_input, x, 4);
  CHECK_GRADIENT(read_again, x, 4);
  CHECK_GRADIENT(by_callee, x, 4);
  CHECK_GRADIENT(gammas, x, 4);
  CHECK_GRADIENT(ways, mixed, 4);
  return failures;
}
