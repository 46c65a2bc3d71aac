/* Doubles in an array of integers of sixteen bytes. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
double f(double *x, int n) {
  unsigned __int128 pairs[2];
  for (int i = 0; i < 2 && n; i++)
    memcpy(&pairs[i], x + 2 * i, sizeof pairs[i]);
  unsigned __int128 kept = pairs[0];
  pairs[0] = pairs[1];
  pairs[1] = kept;
  double y[4], s = 0;
  memcpy(y, pairs, sizeof y);
  for (int i = 0; i < 4; i++)
    s += y[i] * y[i] * (i + 1);
  return s;
}
