// A pointer to a member with others behind it; memory without numbers, memory of unknown type and a global that change.
#include <enzyme_rs/enzyme.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct {
  double x[3];
  double *p;
  int *pivots;
  double k;
  void *context;
} Model;

static double factor = 1;

static double first(double *x, int n, int *count) {
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += x[i] * x[i];
  ++*count;
  factor *= 1.5;
  return sum * factor;
}

static double second(Model *m) {
  double sum = 0;
  for (int i = 0; i < 3; i++) {
    sum += m->x[i] * m->p[i] * m->k;
    m->pivots[i]++;
  }
  *(int *)m->context += 1;
  return sum;
}

int main(void) {
  int pivots[3] = {0}, count = 0, context = 0;
  Model m = {{1, 2, 3}, malloc(3 * sizeof(double)), pivots, 2, &context};
  Model d = {{0}, calloc(3, sizeof(double)), pivots, 0, &context};
  for (int i = 0; i < 3; i++)
    m.p[i] = i + 1;
  __enzyme_autodiff_void((void *)first, enzyme_dup, m.x, d.x, enzyme_const, 3, enzyme_const, &count);
  __enzyme_autodiff_void((void *)second, enzyme_dup, &m, &d);
  printf("%g %g %d %d %d %g\n", d.x[0], d.p[2], pivots[0], count, context, factor);
}
