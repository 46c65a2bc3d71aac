/* Hashes, alignment, distances and comparisons of addresses are no reason to refuse. */
#include "never_wrong.h"
#include <stdint.h>
double f(double *x, int n) {
  double *a = (double *)malloc(n * 8 + 64), s = 0;
  int seen[16] = {0};
  unsigned hash = 0;
  if (((uintptr_t)a & 7) != 0)
    return 0;
  for (int i = 0; i < n; i++) {
    a[i] = x[i] * x[i];
    seen[((uintptr_t)&a[i] >> 3) & 15] += 1;
    hash ^= (unsigned)((uintptr_t)&a[i] * 2654435761u) & 1;
  }
  double *end = a + n;
  size_t count = ((uintptr_t)end - (uintptr_t)a) / 8;
  for (size_t i = 0; i < count; i++)
    s += a[i] * (1 + 0 * seen[i & 15]);
  for (double *p = a; p != end; p++)
    s += *p * (double)(p - a);
  free(a);
  return s + 0 * hash;
}
