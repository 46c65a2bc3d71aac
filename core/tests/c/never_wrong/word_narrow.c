/* As word_returned.c: words of six bytes, of a packed structure and of halves. Passive ones end the adjoints of the numbers in
 * them. */
/* May be refused: EZ0201. */
#define TOLERANCE 1e-4
#include "never_wrong.h"
struct __attribute__((packed)) entry {
  float w;
  short k;
};
struct halves {
  _Float16 a;
  short k;
  _Float16 b;
};
static const struct entry table[2] = {{0.5f, 2}, {2, 3}};
__attribute__((noinline)) static struct entry found(int k) { return table[k & 1]; }
__attribute__((noinline)) static void put(struct halves *to, struct halves from) { *to = from; }
double f(double *x, int n) {
  struct entry e[INPUTS];
  struct halves h[INPUTS];
  struct halves given = {2.0f, 3, 1};
  for (int i = 0; i < n; i++) {
    e[i] = (struct entry){x[i] * x[0], i};
    h[i] = (struct halves){0.5f, i, 1};
  }
  for (int i = 0; i < n; i += 2) {
    e[i] = found(i / 2);
    put(&h[i], given);
  }
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += (e[i].w * e[i].w + h[i].a) * (1 + e[i].k) * h[i].b * h[i].k;
  return sum;
}
