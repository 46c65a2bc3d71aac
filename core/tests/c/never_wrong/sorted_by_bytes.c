/* A generic sort that swaps bytes: of records of numbers and an integer, and of records of a pointer. */
/* May be refused: EZ0201 EZ0202 EZ0203 EZ0302. */
#include "never_wrong.h"
struct numbers {
  double v, w;
  int key;
};
static int before(const void *a, const void *b) {
  return ((const struct numbers *)a)->key - ((const struct numbers *)b)->key;
}
static void sort(void *base, int n, size_t width, int (*compare)(const void *, const void *)) {
  char *a = base;
  for (int i = 0; i < n; i++) {
    int least = i;
    for (int j = i + 1; j < n; j++)
      if (compare(a + j * width, a + least * width) < 0)
        least = j;
    for (size_t k = 0; k < width && least != i; k++) {
      char kept = a[i * width + k];
      a[i * width + k] = a[least * width + k];
      a[least * width + k] = kept;
    }
  }
}
double f(double *x, int n) {
  struct numbers list[8];
  for (int i = 0; i < n; i++) {
    list[i].v = x[i];
    list[i].w = x[i] * x[(i + 1) % n];
    list[i].key = (i * 5) % 8;
  }
  sort(list, n, sizeof *list, before);
  double s = 0;
  for (int i = 0; i < n; i++)
    s += list[i].v * list[i].w * (i + 1) * (1 + list[i].key);
  return s;
}
