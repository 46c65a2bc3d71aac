/* Volatile variables of the function itself: a compensated sum, and an array. */
#include "check.h"

static double compensated(double *x, int n) {
  double sum = 0, lost = 0;
  for (int i = 0; i < n; i++) {
    volatile double next = x[i] * x[i] - lost;
    volatile double total = sum + next;
    lost = (total - sum) - next;
    sum = total;
  }
  return sum;
}

static double products(double *x, int n) {
  volatile double product[2] = {1, 2};
  for (int i = 0; i < n; i++)
    product[i % 2] *= x[i];
  return product[0] * product[1];
}

int main(void) {
  double x[6] = {0.7, -1.3, 0.2, 1.1, 0.9, -0.6};
  CHECK_GRADIENT(compensated, x, 6);
  CHECK_GRADIENT(products, x, 6);
  return failures;
}
