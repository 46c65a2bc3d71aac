/* A number that goes through a string stream. */
/* May be refused: EZ0101 EZ0102 EZ0105. */
#include "never_wrong.h"
#include <sstream>
extern "C" double f(double *x, int n) {
  std::stringstream ss;
  ss.precision(17);
  ss << x[0] * x[0];
  double y;
  ss >> y;
  return y + x[1];
}
