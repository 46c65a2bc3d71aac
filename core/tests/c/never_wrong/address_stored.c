/* The same address, stored as an integer and made a pointer where it is loaded. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
typedef struct {
  double value;
  uintptr_t next;
} Node;
double f(double *x, int n) {
  volatile int step = sizeof(Node);
  Node a[4] = {{x[0] * x[0], 0}, {x[1] * x[2], 0}};
  a[0].next = (uintptr_t)a + step;
  return ((Node *)a[0].next)->value;
}
