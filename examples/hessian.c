/* Second derivatives: a Hessian times a direction, and a sparse Hessian, by a derivative of a derivative.
 *
 *     enzyme-cc -O2 hessian.c -o hessian -lm && ./hessian
 */
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <stdio.h>

enum { N = 8 };

/* Springs in a row: each variable meets its neighbours only. */
double energy(const double *x, int n) {
  double e = 0;
  for (int i = 0; i + 1 < n; i++)
    e += cosh(x[i + 1] - x[i]);
  return e;
}

/* Reverse mode: the gradient, at the price of a few energies. */
void gradient(const double *x, double *g, int n) {
  for (int i = 0; i < n; i++)
    g[i] = 0;
  __enzyme_autodiff_void((void *)energy, enzyme_dup, x, g, enzyme_const, n);
}

/* Forward mode over it: how the gradient changes along v, which is H v, at the price of a few gradients. No H is stored. */
void hessian_times(const double *x, const double *v, double *hv, int n) {
  double g[N];
  __enzyme_fwddiff_void((void *)gradient, enzyme_dup, x, v, enzyme_dup, g, hv, enzyme_const, n);
}

int main(void) {
  double x[N], v[N], hv[N];
  for (int i = 0; i < N; i++) {
    x[i] = 0.1 * i * i;
    v[i] = 1;
  }
  hessian_times(x, v, hv, N);
  printf("H (1, …, 1):");
  for (int i = 0; i < N; i++)
    printf(" %.3f", hv[i] + 0.0);
  printf("\n");

  /* H has three diagonals. Columns that are three apart share no row, so that three products give all of it: colour i % 3. */
  double columns[3][N];
  for (int colour = 0; colour < 3; colour++) {
    for (int i = 0; i < N; i++)
      v[i] = i % 3 == colour;
    hessian_times(x, v, columns[colour], N);
  }
  printf("diagonal:");
  for (int i = 0; i < N; i++)
    printf(" %.3f", columns[i % 3][i]);
  printf("\nbeside it:");
  for (int i = 0; i + 1 < N; i++)
    printf(" %.3f", columns[(i + 1) % 3][i]);
  printf("\n");
  return 0;
}
