/* Structures with an array and a pointer, copied in functions that index the array and do not look at the pointer: callers do. */
/* May be refused: EZ0202. */
#include "never_wrong.h"
#include <stddef.h>
struct matrix {
  int rows, columns;
  double d[16];
  double *work;
};
struct group {
  double z, a[3], *p;
};
struct node {
  double v[3];
  struct node *next;
};
__attribute__((noinline)) static void scale(struct matrix *to, const struct matrix *from, double by) {
  memcpy(to, from, sizeof *to);
  for (int i = 0; i < to->rows * to->columns; i++)
    to->d[i] *= by;
}
__attribute__((noinline)) static void copy(struct group *to, const struct group *from, int k) {
  memcpy(to, from, sizeof *to);
  to->z += to->a[k];
}
__attribute__((noinline)) static void copy_rest(struct group *to, const struct group *from, int k) {
  memcpy(to->a, from->a, sizeof *to - offsetof(struct group, a));
  to->z += to->a[k];
}
__attribute__((noinline)) static void swap(struct group *one, struct group *other, int k) {
  struct group held;
  memcpy(&held, one, sizeof held);
  memcpy(one, other, sizeof held);
  memcpy(other, &held, sizeof held);
  one->a[k] *= 1.5;
}
__attribute__((noinline)) static struct node *clone(const struct node *from, int k) {
  struct node *to = malloc(sizeof *to);
  memcpy(to, from, sizeof *to);
  to->v[k] += 1;
  return to;
}
double f(double *x, int n) {
  double s = 0;
  for (int k = 0; k < 3; k++) {
    struct matrix m = {3, 4, {0}, x + k}, copied = {0};
    for (int i = 0; i < 12; i++)
      m.d[i] = x[i % n] * (i + k);
    copied.work = x;
    s += *copied.work;
    scale(&copied, &m, x[1]);
    s += *copied.work * copied.d[k + 2];
    struct group g = {x[k], {x[1], x[2], x[3]}, x + 4}, h = {1, {2, 3, 4}, x + 5};
    s += *h.p;
    swap(&g, &h, k);
    s += *g.p * g.a[k] + *h.p * h.z;
    copy(&h, &g, k);
    s += *h.p * h.z;
    g.p = x + 6;
    copy_rest(&h, &g, 2 - k);
    s += *h.p * h.z;
    struct node last = {{x[7], x[k], x[1]}, 0}, first = {{x[2], x[k + 1], 2}, &last};
    struct node *c = clone(&first, k);
    s += c->next->v[k] * c->v[1];
    free(c);
  }
  return s;
}
