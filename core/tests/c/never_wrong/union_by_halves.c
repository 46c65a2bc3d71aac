/* A union of a double and two floats, moved by the floats. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
union halves {
  double whole;
  float half[2];
};
double f(double *x, int n) {
  union halves u[8];
  for (int i = 0; i < n; i++)
    u[i].whole = x[i];
  double s = 0;
  for (int i = 0; i < n; i++) {
    union halves v;
    v.half[0] = u[i].half[0];
    v.half[1] = u[i].half[1];
    s += v.whole * v.whole;
  }
  return s;
}
