/* Memory that holds pointers first and floats later: nothing of a shadow pointer may be left in their adjoints. */
/* May be refused: EZ0201 EZ0202 EZ0203. */
#define TOLERANCE 1e-2
#include "never_wrong.h"
double f(double *x, int n) {
  void *block = malloc(128);
  double **list = block, s = 0;
  for (int i = 0; i < n; i++)
    list[i] = &x[(i * 3) % n];
  for (int i = 0; i < n; i++)
    s += *list[i] * *list[(i + 1) % n];
  float *numbers = block;
  for (int i = 0; i < 2 * n; i++)
    numbers[i] = (float)x[i % n] * (i + 1);
  for (int i = 0; i < 2 * n; i++)
    s += 1e-7 * numbers[i] * numbers[(i + 1) % (2 * n)];
  free(block);
  return s;
}
