// A structure with arrays, a number and weights in single precision; twice in a loop. The numbers come from a file.
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
  int n;
  double k;
  double *u, *scratch;
  double weights[3];
} Model;

static double energy(Model *m, const double *scale) {
  double sum = 0;
  for (int i = 0; i + 1 < m->n; i++) {
    m->scratch[i] = sin(m->k * m->u[i]) * m->weights[i % 3];
    sum += m->scratch[i] * m->u[i + 1] * *scale;
  }
  return sum;
}

int main(int argc, char **argv) {
  FILE *in = argc > 1 ? fopen(argv[1], "r") : NULL;
  double scale = 0, dscale = 0;
  int n = 0;
  if (!in || fscanf(in, "%d %lf", &n, &scale) != 2)
    return 1;
  fclose(in);
  Model m = {n, 0.7, malloc(n * sizeof(double)), calloc(n, sizeof(double)), {1, 2, 3}};
  Model d = {n, 0, calloc(n, sizeof(double)), calloc(n, sizeof(double)), {0}};
  for (int i = 0; i < n; i++)
    m.u[i] = 0.1 * i + 0.05;
  for (int t = 0; t < 2; t++) {
    memset(d.u, 0, n * sizeof(double)), memset(d.weights, 0, sizeof d.weights);
    d.k = dscale = 0;
    __enzyme_autodiff_void((void *)energy, enzyme_dup, &m, &d, enzyme_dup, &scale, &dscale);
  }
  printf("dk %.6f\n", d.k);
  free(m.u), free(m.scratch), free(d.u), free(d.scratch);
}
