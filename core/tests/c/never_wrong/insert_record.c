/* A record is inserted into an array of such, in a function that stays a call.
 */
/* May be refused: EZ0201 EZ0202 EZ0203 EZ0302. */
#include "never_wrong.h"
struct R {
  double key;
  double w[2];
  double *ref;
};
__attribute__((noinline)) static void isort(struct R *b, long n) {
  for (long i = 1; i < n; i++) {
    struct R t;
    memcpy(&t, b + i, sizeof t);
    long j = i;
    while (j > 0 && b[j - 1].key > t.key) {
      memcpy(b + j, b + j - 1, sizeof t);
      j--;
    }
    memcpy(b + j, &t, sizeof t);
  }
}
__attribute__((noinline)) static void ins(struct R *b, struct R *e,
                                          struct R *at, const struct R *v) {
  memmove((char *)b + ((char *)at - (char *)b) + sizeof *b, at,
          (char *)e - (char *)at);
  memcpy(at, v, 24);
  at->ref = v->ref;
}
double f(double *x, int n) {
  struct R r[9];
  for (int i = 0; i < n; i++)
    r[i] = (struct R){x[i], {x[0], x[i] * x[1]}, x + i};
  isort(r, n);
  struct R v = {x[2], {x[3], x[4]}, x + 5};
  ins(r, r + n, r + 3, &v);
  double s = 0;
  for (int i = 0; i <= n; i++)
    s = s * 0.8 + r[i].key * r[i].w[1] * *r[i].ref * (i + 1);
  return s;
}
