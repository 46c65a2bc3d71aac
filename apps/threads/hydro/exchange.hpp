// What ranks tell each other: each has a slab of the block, and shares a plane of nodes with the rank below and the one above.
//
// Owns: all of MPI in the hydro code, from beginning to end. Without HYDRO_MPI there is one rank, and nothing to tell.
#pragma once
#include "mesh.hpp"

#ifdef HYDRO_MPI
#include <mpi.h>

inline int rank() {
  int found;
  MPI_Comm_rank(MPI_COMM_WORLD, &found);
  return found;
}

inline int ranks() {
  int found;
  MPI_Comm_size(MPI_COMM_WORLD, &found);
  return found;
}

inline int below() { return rank() > 0 ? rank() - 1 : MPI_PROC_NULL; }
inline int above() { return rank() < ranks() - 1 ? rank() + 1 : MPI_PROC_NULL; }

// Sends what both neighbours need, and gets the same of them. Buffers of neighbours that are not there stay as they are.
inline void swap(const double *lowest, const double *highest, double *from_below, double *from_above, int count) {
  MPI_Request requests[4];
  MPI_Irecv(from_below, count, MPI_DOUBLE, below(), 0, MPI_COMM_WORLD, &requests[0]);
  MPI_Irecv(from_above, count, MPI_DOUBLE, above(), 1, MPI_COMM_WORLD, &requests[1]);
  MPI_Isend(highest, count, MPI_DOUBLE, above(), 0, MPI_COMM_WORLD, &requests[2]);
  MPI_Isend(lowest, count, MPI_DOUBLE, below(), 1, MPI_COMM_WORLD, &requests[3]);
  MPI_Waitall(4, requests, MPI_STATUSES_IGNORE);
}

// Adds what the neighbours have summed up at the nodes of shared planes.
inline void add_shared(const Mesh &m, double *field) {
  int plane = plane_nodes(m);
  double *highest = field + m.layers * plane;
  Numbers from_below(plane), from_above(plane);
  swap(field, highest, from_below.data(), from_above.data(), plane);
  for (int i = 0; i < plane; i++) field[i] += from_below[i], highest[i] += from_above[i];
}

// Fills the room behind the elements with the neighbours' outermost ones.
inline void fill_ghosts(const Mesh &m, double *field) {
  int plane = plane_elements(m);
  swap(field, field + m.elements - plane, field + m.elements, field + m.elements + plane, plane);
}

inline double least_of_ranks(double mine) {
  double found;
  MPI_Allreduce(&mine, &found, 1, MPI_DOUBLE, MPI_MIN, MPI_COMM_WORLD);
  return found;
}

inline double total_of_ranks(double mine) {
  double found;
  MPI_Allreduce(&mine, &found, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return found;
}

inline void add_up(Numbers &mine) { MPI_Allreduce(MPI_IN_PLACE, mine.data(), (int)mine.size(), MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD); }

struct Ranks {
  Ranks(int *count, char ***arguments) { MPI_Init(count, arguments); }
  ~Ranks() { MPI_Finalize(); }
};

#else

struct Ranks {
  Ranks(int *, char ***) {}
};

inline int rank() { return 0; }
inline int ranks() { return 1; }
inline void add_shared(const Mesh &, double *) {}
inline void fill_ghosts(const Mesh &, double *) {}
inline double least_of_ranks(double mine) { return mine; }
inline double total_of_ranks(double mine) { return mine; }
inline void add_up(Numbers &) {}

#endif
