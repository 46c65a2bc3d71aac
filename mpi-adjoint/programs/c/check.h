// Checks the derivative of a distributed function against itself and against differences, see agree.h, and several
// directions at once against one after the other, see several.h.
//
// Owns: `main`. A program defines `NAME`, and what agree.h asks for.
#include "agree.h"
#include "several.h"
#include <stdio.h>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm comm = communicator();
  int rank, size, failed = 0;
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  for (unsigned long round = 0; round < 3; round++) {
    struct agreement found = agree(round, comm);
    failed += !found.good;
    if (rank == 0 && (!found.good || round == 2))
      printf("%s, %d ranks: reverse %.15g, forward %.1e apart, differences %.1e apart: %s\n", NAME, size, found.reverse,
             found.forward, found.difference, found.good ? "ok" : "WRONG");
  }
  for (int width = 2; width <= 4; width++) {
    struct differences found = several(width, comm);
    int good = found.reverse < 1e-13 && found.forward < 1e-13 && found.more == 0;
    failed += !good;
    if (rank == 0 && (!good || width == 4))
      printf("%s, %d ranks, %d directions: reverse %.1e apart, forward %.1e apart, %ld messages more: %s\n", NAME, size, width,
             found.reverse, found.forward, found.more, good ? "ok" : "WRONG");
  }
  MPI_Finalize();
  return failed != 0;
}
