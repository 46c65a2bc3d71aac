/* Numbers as bits: unions, memcpy to integers and back, sign masks, integers from numbers. */
#include "check.h"
#include <stdint.h>

static double carried(double x) {
  uint64_t bits;
  memcpy(&bits, &x, sizeof bits);
  double y;
  memcpy(&y, &bits, sizeof y);
  return y;
}

static double through_integers(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += carried(x[i] * x[i]) * x[0];
  return s;
}

static double masked(double x) {
  union { double d; uint64_t u; } both = {x};
  both.u &= 0x7fffffffffffffffu;
  return both.d;
}

static double negated(double x) {
  union { double d; uint64_t u; } both = {x};
  both.u ^= 0x8000000000000000u;
  return both.d;
}

static double signs(double *x, int n) {
  double s = 1;
  for (int i = 0; i < n; i++)
    s *= masked(x[i]) + 2 * negated(x[i] * 0.1) + fabs(x[i]) + copysign(x[i], x[0]);
  return s;
}

/* Signs taken from elsewhere, and of two numbers at once, straight from memory. */
static double sign_copied(double *x, int n) {
  uint64_t a, b, sign = 1ull << 63;
  memcpy(&a, &x[0], sizeof a);
  memcpy(&b, &x[n - 1], sizeof b);
  uint64_t both = (a & ~sign) | (b & sign), set = b | sign;
  double c, m;
  memcpy(&c, &both, sizeof c);
  memcpy(&m, &set, sizeof m);
  return c * x[1] + m * m * c;
}

typedef uint64_t words __attribute__((vector_size(16)));
typedef double pair __attribute__((vector_size(16)));

static double lanes(double *x, int n) {
  words w, v;
  memcpy(&w, x, sizeof w);
  memcpy(&v, x + n - 2, sizeof v);
  words flipped = w ^ (1ull << 63), cleared = v & ~(1ull << 63);
  pair p, q;
  memcpy(&p, &flipped, sizeof p);
  memcpy(&q, &cleared, sizeof q);
  p = p * q + (pair)((words)q | (1ull << 63));
  double y[2];
  memcpy(y, &w, sizeof y);
  return p[0] * p[1] * y[0] * y[1];
}

/* The exponent decides, but carries no derivative. */
static double by_exponent(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    uint64_t bits;
    memcpy(&bits, &x[i], sizeof bits);
    int e = (int)(bits >> 52 & 0x7ff) - 1023;
    s += e < 0 ? x[i] * x[i] * e : x[i] * x[0];
  }
  return s;
}

static double table(double *x, int n) {
  static const double t[8] = {1, 3, -2, 5, 0.5, 7, -1, 2};
  double s = 0;
  for (int i = 0; i < n; i++) {
    int k = (int)floor(fabs(x[i]) * 3) & 7;
    s += t[k] * x[i] * (x[i] - k);
  }
  return s;
}

/* Copies doubles with 8-byte integers and bytes. */
static double copied(double *x, int n) {
  double buffer[MOST], other[MOST];
  memcpy(buffer, x, n * sizeof *x);
  memmove(buffer + 1, buffer, (n - 1) * sizeof *x);
  memcpy(other, buffer, sizeof other);
  memset(buffer, 0, 2 * sizeof *x);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += buffer[i] * other[n - 1 - i] * x[i];
  return s;
}

static double split(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    double whole, part = modf(x[i] * 4, &whole);
    int e;
    double m = frexp(x[i], &e);
    s += part * part + whole * x[i] + ldexp(m, e - 1) * e;
  }
  return s;
}

int main(void) {
  double x[] = {0.7, -1.2, 0.4, 1.9, -0.33};
  CHECK_GRADIENT(through_integers, x, 5);
  CHECK_GRADIENT(signs, x, 5);
  CHECK_GRADIENT(sign_copied, x, 5);
  CHECK_GRADIENT(lanes, x, 5);
  CHECK_GRADIENT(by_exponent, x, 5);
  CHECK_GRADIENT(table, x, 5);
  CHECK_GRADIENT(copied, x, 5);
  CHECK_GRADIENT(split, x, 5);
  return failures;
}
