/* An element of one array, moved as eight bytes in a structure that has an array of floats, too. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#define TOLERANCE 1e-3
#include "never_wrong.h"
typedef struct {
  float others[4];
  double numbers[5];
  int k;
} record;
__attribute__((noinline)) static void begin(record *s, double *x) {
  for (int i = 0; i < 5; i++)
    s->numbers[i] = 0.57 * x[i];
  for (int i = 0; i < 4; i++)
    s->others[i] = (float)(0.6 * x[i]);
  s->k = 0;
}
__attribute__((noinline)) static double walked(record *s, double q, int left) {
  double r = 0;
  if (left > 0)
    r += walked(s, sin(q * s->numbers[s->k % 5] * s->others[left]), left - 1);
  return r + cos(q);
}
__attribute__((noinline)) static void move(record *to, record *from) {
  memcpy(to->others + 1, from->others + 2, 8);
  memcpy(to->numbers + 1, from->numbers + 2, 8);
  memcpy(to->numbers, from->numbers + 3, 8);
}
double f(double *x, int n) {
  record s, t;
  begin(&s, x);
  begin(&t, x + 1);
  double r = x[n - 1];
  for (int i = 0; i < 2; i++) {
    move(&s, &t);
    r += walked(&s, x[0], 2);
  }
  return r;
}
