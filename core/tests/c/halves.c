/* Numbers of two bytes: ended by an integer, and copied beside integers of two bytes. */
#include "check.h"

static double cleared(_Float16 *h, double *x) {
  memset(h + 1, 0, sizeof *h);
  return x[0] * x[0];
}

struct beside { _Float16 value; short first, second; };

__attribute__((noinline)) static void copy(struct beside *to, const struct beside *from) {
  *to = *from;
}

static double copied(double *x, int n) {
  struct beside list[4];
  for (int i = 0; i < n; i++)
    list[i] = (struct beside){(_Float16)x[i], 1, (short)i};
  for (int i = 1; i < n; i++)
    copy(&list[i], &list[i - 1]);
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (double)list[i].value * (i + 1);
  return sum;
}

int main(void) {
  double z[4] = {0.5, 0.25, 2, 1.5}, d[4] = {0};
  __enzyme_autodiff((void *)copied, enzyme_dup, z, d, enzyme_const, 4);
  same("copied 0", d[0], 1 + 2 + 3 + 4);
  same("copied 1", d[1], 0);
  _Float16 h[3] = {1, 2, 3}, dh[3] = {1, 1, 1};
  double y = 2, dy = 0;
  __enzyme_autodiff((void *)cleared, enzyme_dup, h, dh, enzyme_dup, &y, &dy);
  same("kept before", (double)dh[0], 1);
  same("cleared", (double)dh[1], 0);
  same("kept behind", (double)dh[2], 1);
  same("argument", dy, 4);
  return failures;
}
