/* Numbers that go through a file. */
/* May be refused: EZ0101. */
#include "never_wrong.h"
double f(double *x, int n) {
  double y[2] = {x[0] * x[0], x[1]};
  FILE *t = tmpfile();
  fwrite(y, 8, 2, t);
  rewind(t);
  double z[2];
  fread(z, 8, 2, t);
  fclose(t);
  return z[0] * z[1];
}
