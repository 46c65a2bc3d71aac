/* As word_returned.c: a number before characters, all assigned at once. */
/* May be refused: EZ0201. */
#define TOLERANCE 1e-4
#include "never_wrong.h"
struct entry {
  float w;
  unsigned char s[4];
};
static const struct entry begin = {.w = 0.5, .s = {1, 2}};
double f(double *x, int n) {
  struct entry e[5];
  for (int i = 0; i < 5; i++) {
    e[i] = begin;
    e[i].w = x[i] * x[i + 1];
  }
  e[n - 7] = (struct entry){.w = -1.25, .s = {1, 2}};
  double sum = 0;
  for (int i = 0; i < 5; i++)
    sum += e[i].w * e[i].w;
  return sum;
}
