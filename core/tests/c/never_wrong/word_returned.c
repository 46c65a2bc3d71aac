/* Members that lie in one word, in which a function returns them: stored as one integer, it ends the adjoint of the
 * number in it. */
/* May be refused: EZ0202. */
#define TOLERANCE 1e-4
#include "never_wrong.h"
struct entry {
  int k;
  float w;
  double d;
};
static struct entry made(int k, double d) { return (struct entry){k, 0.5f, d}; }
double f(double *x, int n) {
  struct entry e[5];
  for (int i = 0; i < 5; i++)
    e[i] = (struct entry){i, x[i] * x[i + 1], x[i]};
  for (int i = 0; i < n - 6; i++)
    e[i] = made(n, x[3]);
  double sum = 0;
  for (int i = 0; i < 5; i++)
    sum += e[i].d * e[i].d + e[i].w * e[i].w + e[i].k * x[i];
  return sum;
}
