/* A static variable of a callee, set once. */
/* May be refused: never. */
#include "never_wrong.h"
#include <vector>
static int calls;
static double setup() {
  calls++;
  return 2.5;
}
__attribute__((noinline)) static double k(double v) {
  static double c = setup();
  return c * v * v;
}
extern "C" double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += k(x[i]);
  return s;
}
