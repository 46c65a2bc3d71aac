/* Elements whose halves are set as integers: the lower one is rounded away, or both make another number. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
volatile int third = 3;
static void half(double *t, int upper, int bits) { memcpy((char *)t + 4 * upper, &bits, 4); }
double f(double *x, int n) {
  double *t = malloc(9 * sizeof *t);
  for (int i = 0; i < 9; i++) t[i] = x[i % n] * x[i % n];
  for (int k = 0; k < 2; k++) {
    half(&t[third * k], 0, 3 * k + 1);
    half(&t[third * k], 1, (1022 + k) << 20);
  }
  double s = 0;
  for (int i = 0; i < 9; i++) s += t[i] * t[i] * (i + 1);
  free(t);
  return s;
}
