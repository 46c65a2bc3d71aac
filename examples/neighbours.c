/* MPI: ranks in a ring smooth a field, and what they send is reversed: the gradient of its sum of squares by the field at the start.
 *
 *     OMPI_CC=enzyme-cc mpicc -O2 neighbours.c -o neighbours -lm && mpirun -n 2 ./neighbours
 */
#include <enzyme_rs/enzyme.h>
#include <math.h>
#include <mpi.h>
#include <stdio.h>

enum { CELLS = 8, SWEEPS = 10 };

/* u has a cell of each neighbour at its ends. */
static void exchange(double *u, int left, int right) {
  MPI_Request requests[4];
  MPI_Irecv(&u[0], 1, MPI_DOUBLE, left, 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(&u[CELLS + 1], 1, MPI_DOUBLE, right, 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(&u[1], 1, MPI_DOUBLE, left, 1, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(&u[CELLS], 1, MPI_DOUBLE, right, 0, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

/* The whole ring's sum of squares, the same on all ranks. */
static double energy(double *u, int left, int right) {
  for (int sweep = 0; sweep < SWEEPS; sweep++) {
    double next[CELLS + 2];
    exchange(u, left, right);
    for (int i = 1; i <= CELLS; i++) next[i] = u[i] + 0.25 * (u[i - 1] - 2 * u[i] + u[i + 1]);
    for (int i = 1; i <= CELLS; i++) u[i] = next[i];
  }
  double own = 0, all;
  for (int i = 1; i <= CELLS; i++) own += u[i] * u[i];
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static void start(double *u, int rank, double h) {
  for (int i = 1; i <= CELLS; i++) u[i] = sin(0.4 * (rank * CELLS + i)) + h * cos(0.9 * i + rank);
}

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int left = (rank + ranks - 1) % ranks, right = (rank + 1) % ranks;

  /* All ranks have the result, and each of them is a seed: it counts as often as there are ranks (docs/mpi.md). */
  double u[CELLS + 2], du[CELLS + 2] = {0}, h = 1e-5, along = 0, sum;
  start(u, rank, 0);
  __enzyme_autodiff_void((void *)energy, enzyme_dup, u, du, enzyme_const, left, enzyme_const, right);
  for (int i = 1; i <= CELLS; i++) along += du[i] / ranks * cos(0.9 * i + rank);
  MPI_Allreduce(&along, &sum, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);

  start(u, rank, h);
  double above = energy(u, left, right);
  start(u, rank, -h);
  double below = energy(u, left, right);
  double difference = (above - below) / (2 * h);
  if (rank == 0) printf("along a direction: %.8f, by differences %.8f\n", sum, difference);
  MPI_Finalize();
  return fabs(sum - difference) < 1e-6 * fabs(difference) ? 0 : 1;
}
