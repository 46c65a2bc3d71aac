// The file that defines the kernels of `launches.cu`.
#include "kernels.hpp"
#define ENZYME_RS_KERNEL __attribute__((annotate("enzyme_rs_kernel")))

ENZYME_RS_KERNEL __global__ void scale(double *x, double by, int n) {
  if (thread() < n) x[thread()] *= by;
}
ENZYME_RS_KERNEL __global__ void scale_two(Two two, int n) {
  if (thread() < n) two.at[thread()] *= two.by * two.at[thread()];
}
ENZYME_RS_KERNEL __global__ void add_pair(double *x, Pair pair) { x[thread()] += pair.first * pair.second; }
ENZYME_RS_KERNEL __global__ void weigh(Single single, const double *x) { single.at[thread()] += single.weight * (float)x[thread()]; }
ENZYME_RS_KERNEL __global__ void mix(Large large, double *unused) {
  int t = thread();
  if (t < large.n) large.to[t] = large.by[0] + large.by[1] * large.from[t] + large.by[2] * large.from[t] * large.from[t];
}
ENZYME_RS_KERNEL __global__ void count(Counted counted) { counted.at[thread()] *= counted.by; }
namespace inner {
ENZYME_RS_KERNEL __global__ void last(const double *x, float f, double *y) { y[thread()] = x[thread()] * x[thread()] * f; }
} // namespace inner
// Numbers that wait in a variable, of which the file that launches does not know.
__device__ double kept[8];
ENZYME_RS_KERNEL __global__ void keep(const double *x) { kept[thread()] = x[thread()] * x[thread()]; }
ENZYME_RS_KERNEL __global__ void give(double *x) { x[thread()] = 0.25 * kept[thread()]; }
struct Left {
  double number;
  double *from;
};
__device__ Left left;
__global__ void leave(double *x) { left.number = x[thread()]; }
__global__ void unmarked(double *x) { x[thread()] *= 1; }
