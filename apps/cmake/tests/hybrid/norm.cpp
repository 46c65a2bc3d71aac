// The sum of all ranks' squares and its gradient.
#include "norm.hpp"
#include <enzyme_rs/enzyme.h>
#include <mpi.h>

static double norm(const double *x, int n) {
  double own = 0, all = 0;
#pragma omp parallel for reduction(+ : own)
  for (int i = 0; i < n; i++) own += x[i] * x[i];
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all * all;
}

void gradient(const double *x, double *slope, int n) { __enzyme_autodiff_void((void *)norm, enzyme_dup, x, slope, enzyme_const, n); }
