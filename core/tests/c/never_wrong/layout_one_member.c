/* A structure copied where only its first number is accessed. */
/* May be refused: never. */
#define TOLERANCE 2e-4
#include "never_wrong.h"
struct C {
  float rgb[3];
};
__attribute__((noinline)) static void red(struct C *c) { c->rgb[0] *= 2; }
__attribute__((noinline)) static void cp(struct C *a, const struct C *b) {
  memcpy(a, b, sizeof *a);
  a->rgb[0] *= 2;
}
double f(double *x, int n) {
  struct C a, b;
  for (int i = 0; i < 3; i++)
    a.rgb[i] = x[i];
  cp(&b, &a);
  return b.rgb[0] * b.rgb[1] * b.rgb[2];
}
