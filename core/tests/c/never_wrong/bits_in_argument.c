/* A number as the pointer that a function takes and the pointer that it returns, as threads do. */
/* May be refused: EZ0202 EZ0203. */
#include "never_wrong.h"
__attribute__((noinline)) static void *work(void *argument) {
  double number;
  memcpy(&number, &argument, sizeof number);
  number *= number;
  void *result;
  memcpy(&result, &number, sizeof result);
  return result;
}
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i < n; i++) {
    void *argument;
    memcpy(&argument, &x[i], sizeof argument);
    void *result = work(argument);
    double number;
    memcpy(&number, &result, sizeof number);
    s += number * (i + 1);
  }
  return s;
}
