/* Numbers that go through a buffer of halves, in a loop. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
#include <stdint.h>
double f(double *x, int n) {
  double u[4];
  for (int i = 1; i < 2; i++) {
    uint32_t half[4];
    memcpy(half, x, sizeof half);
    for (int at = 0; at < 2; at++) {
      memcpy((char *)(u + at) + 4, &half[2 * at + 1], 4);
      memcpy(u + at, &half[2 * at], 4);
    }
  }
  return u[0] * u[0] + x[1];
}
