/* A sum by a loop of compare and exchange on its bits. */
/* May be refused: EZ0107 EZ0203. */
#include "never_wrong.h"
double f(double *x, int n) {
  _Atomic double a = 0;
  for (int i = 0; i < n; i++) {
    double old = a;
    while (!__atomic_compare_exchange_n((long *)&a, (long *)&old, ({
                                          double s = old + x[i] * x[i];
                                          long b;
                                          memcpy(&b, &s, 8);
                                          b;
                                        }),
                                        0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
      ;
  }
  return a;
}
