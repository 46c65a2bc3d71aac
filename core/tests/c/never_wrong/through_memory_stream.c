/* Numbers go through a stream into memory. */
/* May be refused: EZ0101. */
#define _GNU_SOURCE
#include "never_wrong.h"
double f(double *x, int n) {
  char b[64];
  FILE *o = fmemopen(b, 64, "w");
  setvbuf(o, 0, _IONBF, 0);
  fwrite(x, 8, 8, o);
  fclose(o);
  double y[8];
  memcpy(y, b, 64);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += y[i] * y[i];
  return s;
}
