/* Arrays of pointers and of structures that grow in so few steps that the compiler unrolls them: copies of run-time length in
 * memory that is accessed at constant places only. */
#include "never_wrong.h"
struct record {
  int place;
  double value;
  double *ref;
};
static double pointers(double *x) {
  double **list = 0, s = 0;
  int used = 0, room = 0;
  for (int i = 0; i < 3; i++) {
    if (used == room) {
      room = room ? 2 * room : 1;
      list = realloc(list, room * sizeof *list);
    }
    list[used++] = x + i;
  }
  while (used--)
    s += *list[used] * x[used] * (used + 1);
  free(list);
  return s;
}
static double records(double *x) {
  struct record *list = 0;
  int room = 0;
  double s = 0;
  for (int used = 0; used < 3; used++) {
    if (used >= room) {
      room = room + room / 2 + 1;
      list = realloc(list, (size_t)room * sizeof *list);
    }
    list[used].place = 2 - used;
    list[used].value = x[2 - used];
    list[used].ref = x + 2 - used;
  }
  for (int i = 0; i < 3; i++)
    s += list[i].value * *list[i].ref * (list[i].place + 1);
  free(list);
  return s;
}
double f(double *x, int n) {
  double s = 0;
  for (int i = 0; i + 3 <= n; i += 2)
    s += pointers(x + i) * records(x + i);
  return s;
}
