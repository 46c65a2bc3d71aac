/* Arrays of doubles and of floats beside pointers in one structure: without types, where they begin tells them apart. */
/* May be refused: never. */
#define TOLERANCE 1e-2
#include "never_wrong.h"
struct body {
  double place[3];
  float weight[3];
  const char *name;
  struct body *next;
};
__attribute__((noinline)) static void fill(struct body *b, const double *x, struct body *next) {
  for (int k = 0; k < 3; k++)
    b->place[k] = x[k] * x[k + 1];
  for (int k = 0; k < 3; k++)
    b->weight[k] = (float)(0.25 * (k + 1));
  b->name = "body";
  b->next = next;
}
__attribute__((noinline)) static double energy(const struct body *b, int k) {
  double s = 0;
  for (int i = 0; i < 3; i++)
    s += b->place[i] * b->weight[i];
  return s * (b->name[0] == 'b') + (b->next ? b->next->place[k % 3] : 0);
}
double f(double *x, int n) {
  struct body all[4];
  for (int i = 0; i < 4; i++)
    fill(&all[i], x + i, i ? &all[i - 1] : 0);
  double s = 0;
  for (int i = 0; i < 4 && i < n; i++)
    s += energy(&all[i], i);
  return s;
}
