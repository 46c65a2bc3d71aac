// Kernels that one file defines, and another one launches.
#include "gpu.h"

struct Two {
  double *at;
  double by;
};
struct Pair {
  double first, second;
};
struct Single {
  float weight;
  float *at;
};
struct Large {
  double *from, *to;
  double by[3];
  int n;
};
// Compilers hand it over by reference.
struct Counted {
  double *at;
  double by;
  Counted(double *at, double by) : at(at), by(by) {}
  __host__ __device__ Counted(const Counted &other) : at(other.at), by(other.by) {}
};

__global__ void scale(double *x, double by, int n);
__global__ void scale_two(Two two, int n);
__global__ void add_pair(double *x, Pair pair);
__global__ void weigh(Single single, const double *x);
__global__ void mix(Large large, double *unused);
__global__ void count(Counted counted);
namespace inner {
__global__ void last(const double *x, float f, double *y);
}
__global__ void keep(const double *x);
__global__ void give(double *x);
__global__ void leave(double *x);
__global__ void unmarked(double *x);
