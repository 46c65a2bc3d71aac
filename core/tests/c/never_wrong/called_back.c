/* A function that is called through a pointer changes a global that holds an active number. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
static double sum;
static void triple(void) { sum *= 3; }
static void (*action)(void) = triple;
__attribute__((used)) void set(void (*other)(void)) { action = other; }
double f(double *x, int n) {
  sum = x[0] * x[0];
  action();
  return sum * x[1];
}
