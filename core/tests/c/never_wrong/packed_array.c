/* Packed structures with an array that is indexed at run time, copied and reversed by functions that do not look into it. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#include "never_wrong.h"
#define APART __attribute__((noinline)) static
#pragma pack(push, 2)
struct wide {
  int k;
  double r[2];
};
struct narrow {
  double r[2];
  short k;
};
#pragma pack(pop)
APART void copied(struct wide *a, struct wide *b) {
  *a = *b;
  a->k++;
}
APART void reversed(struct narrow *a, int n) {
  for (int i = 0; i < n / 2; i++) {
    struct narrow t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}
double f(double *x, int n) {
  struct wide v[4];
  struct narrow w[4];
  for (int i = 0; i < 4; i++) {
    for (int j = 0; j < 2; j++)
      w[i].r[j] = v[i].r[j] = x[(i + j * 4) % n];
    w[i].k = v[i].k = i;
  }
  copied(v, v + 3);
  reversed(w, 4);
  double s = 0;
  for (int i = 0; i < 4; i++)
    for (int j = 0; j < 2; j++)
      s += (v[i].r[j] * (v[i].k + 1) + w[i].r[j] * (w[i].k + 2)) * (i + j + 1);
  return s;
}
