/* Copies of run-time length between the same memory at different distances: from two places, and around in a circle. */
/* May be refused: never. */
#include "never_wrong.h"
struct message {
  long length;
  double values[8];
};
double f(double *x, int n) {
  double b[8], c[8], s;
  memcpy(b, x, n / 2 * sizeof *b);
  s = b[0] * b[1];
  memcpy(b, x + 4, n / 2 * sizeof *b);
  s += b[0] * b[2];
  memcpy(c, b + 1, (n / 2 - 1) * sizeof *b);
  memcpy(b, c + 1, (n / 2 - 2) * sizeof *b);
  s += b[0] * c[1] * c[2];
  struct message one = {n / 2, {0}};
  memcpy(one.values, x + 2, one.length * sizeof *x);
  memcpy(b, one.values + 1, (one.length - 1) * sizeof *b);
  double e[4] = {x[0], x[1] * x[2], x[3], x[4]};
  memcpy(b, e, n / 4 * sizeof *b);
  return s + b[0] * b[1] * one.values[0];
}
