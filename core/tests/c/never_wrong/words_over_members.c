/* Structures swapped by words that may alias: words of pointers run over numbers, words of numbers over a pointer. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
typedef void *__attribute__((may_alias)) address;
typedef double __attribute__((may_alias)) number;
struct led {
  double *first;
  double rest[2];
};
struct leading {
  double rest[3];
  double *last;
};
__attribute__((noinline)) static void by_addresses(void *a, void *b, int words) {
  for (int k = 0; k < words; k++) {
    void *kept = ((address *)a)[k];
    ((address *)a)[k] = ((address *)b)[k];
    ((address *)b)[k] = kept;
  }
}
__attribute__((noinline)) static void by_numbers(void *a, void *b, int words) {
  for (int k = 0; k < words; k++) {
    double kept = ((number *)a)[k];
    ((number *)a)[k] = ((number *)b)[k];
    ((number *)b)[k] = kept;
  }
}
double f(double *x, int n) {
  struct led one[2];
  struct leading two[2];
  for (int i = 0; i < 2; i++) {
    one[i].first = x + i;
    two[i].last = x + 3 * i;
    for (int k = 0; k < 2; k++)
      one[i].rest[k] = x[2 * i + k] * x[k];
    for (int k = 0; k < 3; k++)
      two[i].rest[k] = x[n - 1 - k] * x[i];
  }
  by_addresses(&one[0], &one[1], 3);
  by_numbers(&two[0], &two[1], 4);
  double s = 0;
  for (int i = 0; i < 2; i++) {
    for (int k = 0; k < 2; k++)
      s += one[i].rest[k] * *one[i].first * (i + k + 1);
    for (int k = 0; k < 3; k++)
      s += two[i].rest[k] * *two[i].last * (i + k + 2);
  }
  return s;
}
