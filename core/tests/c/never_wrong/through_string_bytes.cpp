/* Bytes of numbers in a string. */
/* May be refused: EZ0101 EZ0201 EZ0203. */
#include "never_wrong.h"
#include <string>
double f(double *x, int n) {
  std::string bytes;
  for (int i = 0; i < n; i++) {
    double v = x[i] * x[i];
    bytes.append((const char *)&v, sizeof v);
  }
  const double *p = (const double *)bytes.data();
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i];
  return s;
}
