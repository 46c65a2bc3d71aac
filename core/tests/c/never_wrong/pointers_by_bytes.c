/* Pointers in an array that are swapped byte by byte. */
/* May be refused: EZ0201 EZ0202 EZ0302. */
#include "never_wrong.h"
__attribute__((noinline)) static void swap(char *a, char *b, int bytes) {
  for (int k = 0; k < bytes; k++) {
    char kept = a[k];
    a[k] = b[k];
    b[k] = kept;
  }
}
double f(double *x, int n) {
  double *list[8], s = 0;
  for (int i = 0; i < n; i++)
    list[i] = &x[i];
  for (int i = 0; i < n / 2; i++)
    swap((char *)&list[i], (char *)&list[n - 1 - i], sizeof *list);
  for (int i = 0; i < n; i++)
    s += *list[i] * *list[i] * (i + 1);
  return s;
}
