/* As word_returned.c: a constant that is assigned, whose bits are those of a small integer. */
/* May be refused: EZ0201. */
#define TOLERANCE 1e-4
#include "never_wrong.h"
struct entry {
  int k;
  float w;
};
static const struct entry none = {3, 0};
double f(double *x, int n) {
  struct entry e[5];
  for (int i = 0; i < 5; i++) {
    e[i].k = i;
    e[i].w = x[i] * x[i + 1];
  }
  memcpy(&e[0], &none, sizeof none);
  double sum = 0;
  for (int i = 0; i < 5; i++)
    sum += e[i].w * e[i].w + e[i].k * x[i];
  for (int i = 0; i < 4; i++)
    x[i] = e[i].w;
  return sum + x[0] * x[2];
}
