/* A growing array of three numbers each, copied element by element. */
/* May be refused: EZ0201. */
#include <vector>
#define TOLERANCE 2e-4
#include "never_wrong.h"
struct F3 {
  float x, y, z;
};
extern "C" double f(double *x, int n) {
  F3 *a = 0;
  int cap = 0, m = 0;
  for (int i = 0; i < n; i++) {
    if (m == cap) {
      int c = cap ? 2 * cap : 1;
      F3 *b = (F3 *)malloc(c * sizeof(F3));
      for (int k = 0; k < m; k++)
        memcpy(&b[k], &a[k], sizeof(F3));
      free(a);
      a = b;
      cap = c;
    }
    a[m].x = x[i];
    a[m].y = x[i] * x[i];
    a[m].z = 2 * x[i];
    m++;
  }
  double s = 0;
  for (int i = 0; i < m; i++)
    s += a[i].x + a[i].z * a[i].y;
  free(a);
  return s;
}
