#include <enzyme_rs/enzyme.h>
#include <stdio.h>
#include <stdlib.h>
typedef struct { double x[3]; double *p; int *pivots; double k; } S;
static double f(double *x, int n, int *count) { double s = 0; for (int i = 0; i < n; i++) s += x[i] * x[i]; ++*count; return s; }
static double g(S *s) { double t = 0; for (int i = 0; i < 3; i++) { t += s->x[i] * s->p[i] * s->k; s->pivots[i]++; } return t; }
int main(void) {
  int pivots[3] = {0}, count = 0; double p[3] = {1, 2, 3}, dp[3] = {0};
  S s = {{1, 2, 3}, p, pivots, 2}, d = {{0}, dp, pivots, 0};
  __enzyme_autodiff_void((void *)f, enzyme_dup, s.x, d.x, enzyme_const, 3, enzyme_const, &count);
  __enzyme_autodiff_void((void *)g, enzyme_dup, &s, &d);
  printf("%g %g %d %d\n", d.x[0], dp[2], pivots[0], count);
}
