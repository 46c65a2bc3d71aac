/* Printing active numbers is allowed, also where the compiler looks into the stream for the end of the line. */
/* May be refused: never. */
#include "never_wrong.h"
#include <iostream>
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++)
    s += x[i] * x[i] * (s + 1);
  if (s < -1e9)
    std::cout << s << " of " << x[0] << std::endl;
  std::cerr << s << ' ' << s * s << std::endl;
  return s;
}
