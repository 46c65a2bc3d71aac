/* A tree whose links carry a flag in their lowest bit. */
/* May be refused: EZ0201 EZ0202 EZ0302. */
#include "never_wrong.h"
#include <stdint.h>
struct node {
  double value;
  uintptr_t left, right;
};
__attribute__((noinline)) static double sum(uintptr_t p) {
  if (!p)
    return 0;
  struct node *node = (struct node *)(p & ~(uintptr_t)1);
  double s = sum(node->left) + sum(node->right);
  return (p & 1) ? s + node->value * node->value : s + 3 * node->value;
}
double f(double *x, int n) {
  struct node m[8];
  for (int i = 0; i < n; i++) {
    m[i].value = x[i];
    m[i].left = 2 * i + 1 < n ? (uintptr_t)&m[2 * i + 1] | (i & 1) : 0;
    m[i].right = 2 * i + 2 < n ? (uintptr_t)&m[2 * i + 2] : 0;
  }
  return sum((uintptr_t)&m[0] | 1);
}
