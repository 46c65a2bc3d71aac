/* A number that goes through a string. */
/* May be refused: EZ0101 EZ0102 EZ0105. */
#include "never_wrong.h"
#include <string>
extern "C" double f(double *x, int n) {
  std::string s = std::to_string(x[0] * x[0]);
  return std::stod(s) + x[1];
}
