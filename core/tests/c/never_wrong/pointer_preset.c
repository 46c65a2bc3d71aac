/* A pointer that an initializer sets first, and differentiated code later, into the structure that holds it. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
static struct {
  double buffer[4];
  double *current;
} state = {{1, 2, 3, 4}, &state.buffer[1]};
double f(double *x, int n) {
  state.buffer[0] = x[0] * x[1];
  state.buffer[1] = x[0] * x[0];
  double s = state.current[0];
  state.current = &state.buffer[0];
  s += *state.current;
  state.current = &state.buffer[1];
  return s;
}
