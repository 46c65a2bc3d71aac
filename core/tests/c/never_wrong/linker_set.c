/* Numbers that are named one by one, and read between the borders of their section. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#define VALUE(name) static double name __attribute__((section("vals"), used))
VALUE(va);
VALUE(vb);
VALUE(vc);
extern double __start_vals[], __stop_vals[];
double f(double *x, int n) {
  va = x[0] * x[1];
  vb = x[2];
  vc = x[3];
  double s = 0;
  for (double *p = __start_vals; p < __stop_vals; p++)
    s += *p * *p;
  return s;
}
