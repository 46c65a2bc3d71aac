// One mistake, by its number.
#include "gpu.h"

__device__ float table[16];

__global__ void races(float *x) {
  __shared__ float tile[64];
  tile[thread()] = x[thread()]; // written here
  x[thread()] = tile[63 - thread()]; // race
}

__global__ void beyond(float *x) {
  x[thread() + 1] = 1; // beyond
}

__global__ void behind_table() {
  table[thread()] = 1; // behind the table
}

__global__ void late(float *x) {
  x[thread()] = 1; // late
}

int main(int n, char **words) {
  float *x;
  GPU(Malloc)((void **)&x, 64 * 4);
  GPU(Memset)(x, 0, 64 * 4);
  switch (atoi(words[1])) {
  case 0: races<<<1, 64>>>(x); break;
  case 1: beyond<<<1, 64>>>(x); break;
  case 2: behind_table<<<1, 17>>>(); break;
  case 3:
    GPU(Free)(x);
    late<<<1, 1>>>(x);
    break;
  }
  printf("%s\n", GPU(GetErrorName)(GPU(DeviceSynchronize)()));
}
