/* A list that is linked by exclusive ors of addresses. */
/* May be refused: EZ0201 EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
struct node {
  double value;
  uintptr_t link;
};
__attribute__((noinline)) static double walk(struct node *first) {
  double s = 0;
  uintptr_t before = 0;
  for (struct node *node = first; node;) {
    s += node->value * node->value;
    struct node *next = (struct node *)(node->link ^ before);
    before = (uintptr_t)node;
    node = next;
  }
  return s;
}
double f(double *x, int n) {
  struct node m[8];
  for (int i = 0; i < n; i++) {
    m[i].value = x[i];
    m[i].link =
        (i ? (uintptr_t)&m[i - 1] : 0) ^ (i + 1 < n ? (uintptr_t)&m[i + 1] : 0);
  }
  return walk(m);
}
