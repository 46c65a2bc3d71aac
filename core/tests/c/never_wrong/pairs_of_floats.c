/* Pairs of floats that are swapped by way of a variable, which holds both as one integer. */
#define TOLERANCE 1e-4
#include "never_wrong.h"
struct pair {
  float x, y;
};
double f(double *x, int n) {
  struct pair a[8];
  for (int i = 0; i < n; i++)
    a[i] = (struct pair){x[i], x[(i + 1) % 8] * x[i]};
  for (int i = 0; i < n / 2; i++) {
    int j = (i * 3 + 1) % n;
    struct pair held = a[i];
    a[i] = a[j];
    a[j] = held;
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i].x * a[i].y * (i + 1) + a[i].x;
  return sum;
}
