/* The head of a structure, found from the address of a member by a mask. */
/* May be refused: EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
typedef struct {
  double head;
  double values[7];
} __attribute__((aligned(64))) Page;
double f(double *x, int n) {
  volatile int k = 3;
  Page page;
  for (int i = 0; i < 7; i++)
    page.values[i] = x[i];
  page.head = x[0] * x[1];
  double *value = &page.values[k];
  Page *same = (Page *)((uintptr_t)value & ~(uintptr_t)63);
  return same->head * *value;
}
