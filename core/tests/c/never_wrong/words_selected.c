/* Doubles chosen by masks of their halves and swapped by a shuffle of words. */
/* May be refused: EZ0201 EZ0203. */
#include "never_wrong.h"
typedef double two __attribute__((vector_size(16)));
typedef int words __attribute__((vector_size(16)));
static words table[2] = {{0, 0, -1, -1}, {-1, -1, 0, 0}};
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    two a = {1.0 * i, 2.0}, b = {3.0, 4.0 * i};
    words mask = table[i & 1] < (words){0, 0, 0, 0};
    words chosen = (mask & (words)a) | (~mask & (words)b);
    two r = (two)__builtin_shufflevector(chosen, chosen, 2, 3, 0, 1);
    s += x[i] * x[i] * r[0] + x[i] * r[1];
  }
  return s;
}
