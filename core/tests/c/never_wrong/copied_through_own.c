/* A callee copies a structure by way of memory of its own, and does not look at the pointer in it: callers do.
 * May be refused: EZ0201 EZ0202. */
#include "never_wrong.h"
struct group {
  double z, a[3], *p;
};
__attribute__((noinline)) static void copy(struct group *to, const struct group *from, const struct group *other) {
  struct group held, again;
  if (from->z < 100)
    memcpy(&held, from, sizeof held);
  else
    memcpy(&held, other, sizeof held);
  if (from->z > 0.01)
    memcpy(&again, &held, sizeof held);
  else
    memcpy(&again, other, sizeof held);
  memcpy(to, &again, sizeof held);
}
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i + 6 < n; i++) {
    double q[2] = {x[4 + i] * x[5], x[6]}, w = 1;
    struct group g = {x[i], {x[1], x[2], x[3]}, &q[0]}, h = {0, {0}, &q[1]}, other = {0, {0}, &w};
    s += *h.p * *other.p;
    copy(&h, &g, &other);
    s += h.z * *h.p + h.a[1] * h.a[2];
  }
  return s;
}
