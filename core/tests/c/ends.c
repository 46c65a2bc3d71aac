/* Memory that functions of the program obtain and end, where what the end returns is used: always null, so that it is known before the memory ends. */
#include "check.h"

__attribute__((noinline)) static void *obtain(int n, size_t size) { return malloc((size_t)(n > 1 ? n : 1) * size); }
__attribute__((noinline)) static void *end(void *p) {
  if (p)
    free(p);
  return NULL;
}
void *__enzyme_allocation_like[] = {(void *)obtain, (void *)"0*1", (void *)"-1", (void *)end};

__attribute__((noinline)) static double *squares(const double *x, int n, int bad) {
  double *c = obtain(n, sizeof *c), *w = obtain(n, sizeof *w);
  for (int i = 0; i < n; i++)
    w[i] = x[i];
  for (int i = 0; i < n; i++)
    c[i] = w[i] * w[i];
  w = end(w);
  return bad || w ? end(c) : c;
}

static double returned(double *x, int n) {
  double *c = squares(x, n, n > 7), *none = squares(x, n, n < 7), sum = 0;
  for (int i = 0; c && i < n; i++)
    sum += c[i] * x[0] + (none ? none[i] : 0.5);
  end(c);
  return sum;
}

/* The pointer becomes null in a loop. */
static double merged(double *x, int n) {
  double *row = NULL, sum = 0;
  for (int i = 0; i < n; i++) {
    if (!row)
      row = obtain(2, sizeof *row);
    row[i % 2] = sin(x[i]);
    sum += row[i % 2] * row[i % 2] * i;
    if (i % 3 == 2)
      row = end(row);
  }
  end(row);
  return sum;
}

int main(void) {
  double x[5] = {0.7, -1.3, 0.2, 1.1, -0.4};
  CHECK_GRADIENT(returned, x, 5);
  CHECK_GRADIENT(merged, x, 5);
  return failures;
}
