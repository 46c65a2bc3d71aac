/* Globals whose addresses an initializer holds, written by name and read through the table. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
static double one, other;
static double *table[2] = {&one, &other};
__attribute__((used)) void swap(void) {
  double *first = table[0];
  table[0] = table[1];
  table[1] = first;
}
double f(double *x, int n) {
  one = x[0] * x[0];
  other = x[1];
  return *table[n & 1] + *table[1 - (n & 1)] * x[2];
}
