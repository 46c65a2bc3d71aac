// MPI alone: a directed graph in which each rank sends to all later ones and twice to itself, and integers along its
// edges by MPI_Neighbor_alltoallw, many times. With MPICH 4.0.2 a number is lost: rank 2 of three, rank 3 of four. Passes with Open MPI.
//
//     mpicc.mpich neighbor_alltoallw.c && mpirun.mpich -n 3 ./a.out [ROUNDS]
#include <mpi.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

enum { EDGES = 16 };
static int rank, size;

static void hang(int signal) {
  char text[80];
  int n = snprintf(text, sizeof text, "rank %d: hangs (signal %d)\n", rank, signal);
  _exit(write(2, text, (size_t)n) > 0 ? 3 : 4);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  signal(SIGALRM, hang);
  int out[EDGES], into[EDGES], outs = 0, ins = 0, rounds = argc > 1 ? atoi(argv[1]) : 1000, wrong = 0;
  for (int r = rank + 1; r < size; r++) out[outs++] = r;
  for (int r = 0; r < rank; r++) into[ins++] = r;
  for (int twice = 0; twice < 2; twice++) out[outs++] = into[ins++] = rank;
  int sent[EDGES], got[EDGES], counts[EDGES];
  MPI_Aint places[EDGES];
  MPI_Datatype types[EDGES];
  for (int i = 0; i < EDGES; i++) sent[i] = 100 * rank + i, counts[i] = 1, places[i] = 4 * i, types[i] = MPI_INT;
  for (int round = 0; round < rounds; round++) {
    MPI_Comm comm;
    alarm(20);
    MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, ins, into, MPI_UNWEIGHTED, outs, out, MPI_UNWEIGHTED, MPI_INFO_NULL, 0,
                                   &comm);
    for (int i = 0; i < EDGES; i++) got[i] = -1;
    MPI_Neighbor_alltoallw(sent, counts, places, types, got, counts, places, types, comm);
    for (int i = 0; i < ins; i++) wrong += got[i] / 100 != into[i];
    MPI_Comm_free(&comm);
  }
  if (wrong) printf("rank %d: %d wrong numbers in %d rounds\n", rank, wrong, rounds);
  MPI_Finalize();
  return wrong != 0;
}
