/* Heap memory that holds numbers first and integers later. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
double f(double *x, int n) {
  double *m = malloc(n * 8);
  double s = 0;
  for (int i = 0; i < n; i++)
    m[i] = x[i] * x[i];
  for (int i = 0; i < n; i++)
    s += m[i] * m[i];
  long *k = (long *)m;
  for (int i = 0; i < n; i++)
    k[i] = i * 3;
  long t = 0;
  for (int i = 0; i < n; i++)
    t += k[(i * 5) % n];
  free(m);
  return s + t;
}
