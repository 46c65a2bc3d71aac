// Each rank's result depends on all: the gradient of their sum is checked.
#include "norm.hpp"
#include <cmath>
#include <cstdio>
#include <mpi.h>

int main() {
  MPI_Init(nullptr, nullptr);
  int rank, ranks, wrong = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  double x[3] = {1.0 + rank, 2, 3}, slope[3] = {0, 0, 0}, sum = 0;
  for (int k = 0; k < ranks; k++) sum += (1.0 + k) * (1.0 + k) + 4 + 9;
  gradient(x, slope, 3);
  for (int i = 0; i < 3; i++) wrong += !(std::fabs(slope[i] - ranks * 4 * sum * x[i]) < 1e-9 * sum * sum);
  if (rank == 0) std::printf("%d ranks: %g\n", ranks, slope[0]);
  MPI_Finalize();
  return wrong;
}
