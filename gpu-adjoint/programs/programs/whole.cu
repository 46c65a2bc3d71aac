// Algorithms over whole arrays of memory of the device: sums and the largest number with CUB, a transform with Thrust. Kernels of both are named by an option.
#include <cstdio>
#include <cub/cub.cuh>
#include <enzyme_rs/gpu.hpp>
#include <thrust/device_ptr.h>
#include <thrust/transform.h>

// More than one block's.
constexpr int n = 20000;

struct Cube {
  __host__ __device__ double operator()(double x) const { return x * x * x; }
};

template <bool sums> double f(const double *x) {
  double *u, *all, result;
  void *room = nullptr;
  size_t bytes = 0;
  cudaMalloc(&u, n * sizeof(double)), cudaMalloc(&all, sizeof(double));
  cudaMemcpy(u, x, n * sizeof(double), cudaMemcpyHostToDevice);
  thrust::device_ptr<double> begin(u);
  thrust::transform(begin, begin + n, begin, Cube());
  auto reduce = [&] { sums ? cub::DeviceReduce::Sum(room, bytes, u, all, n) : cub::DeviceReduce::Max(room, bytes, u, all, n); };
  reduce();
  cudaMalloc(&room, bytes);
  reduce();
  cudaMemcpy(&result, all, sizeof(double), cudaMemcpyDeviceToHost);
  cudaFree(u), cudaFree(all), cudaFree(room);
  return result;
}

int main() {
  static double x[n], dx[n];
  const int most = 7777;
  bool right = true;
  for (int i = 0; i < n; i++) x[i] = i == most ? 2 : 1 + 1e-5 * i;
  __enzyme_autodiff<void>((void *)f<true>, enzyme_dup, x, dx);
  for (int i = 0; i < n; i++) right = right && fabs(dx[i] - 3 * x[i] * x[i]) < 1e-12, dx[i] = 0;
  __enzyme_autodiff<void>((void *)f<false>, enzyme_dup, x, dx);
  for (int i = 0; i < n; i++) right = right && fabs(dx[i] - (i == most ? 12 : 0)) < 1e-12;
  puts(right ? "all is well" : "wrong");
}
