// Kernels with mistakes, each on a line that says so.
#include "device.h"

GLOBAL void races(float *x) {
  SHARED float tile[64];
  tile[thread_x()] = x[thread_x()]; // written here
  x[thread_x()] = tile[63 - thread_x()]; // race here
}

GLOBAL void meets(float *x) {
  if (thread_x() < 5)
    sync(); // barrier in a branch
  else
    sync(); // barrier in the other
  x[thread_x()] = 1;
}

GLOBAL void beyond(float *x) {
  SHARED float tile[64];
  tile[thread_x() + 1] = 1; // beyond the end
  sync();
  x[thread_x()] = tile[thread_x()];
}

GLOBAL void sums(float *x) {
  *x += 1; // race of blocks
}

GLOBAL void traps(float *x) {
  if (thread_x() == 7) __builtin_trap(); // stops here
}
