// The gradient of a kernel with the vendor's headers: shuffles, shared memory, an atomic sum, and a loop of unknown length, which needs room.
#include <cmath>
#include <cstdio>
#include <enzyme_rs/gpu.hpp>
#ifdef __HIP__
#define cudaMallocManaged hipMallocManaged
#define cudaDeviceSynchronize hipDeviceSynchronize
#define cudaGetErrorString hipGetErrorString
#define cudaError_t hipError_t
#define DOWN(value, by) __shfl_down(value, by, 32)
#else
#define DOWN(value, by) __shfl_down_sync(0xffffffff, value, by)
#endif

__host__ __device__ double iterated(double x, int times) {
  double v = x;
  for (int k = 0; k < times; k++) v = sin(v) + 0.5 * x;
  return v;
}

__device__ void body(const double *x, double *y, int n) {
  __shared__ double tile[64];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  tile[t] = iterated(x[i], i % n);
  __syncthreads();
  double sum = tile[t] * tile[(t + 1) % blockDim.x];
  for (int by = 16; by > 0; by /= 2) sum += DOWN(sum, by);
  if (t % 32 == 0) atomicAdd(y, sum);
}

__global__ void gradient(const double *x, double *dx, double *y, double *dy, int n) {
  __enzyme_autodiff((void *)body, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
}

int main(int count, char **) {
  const int n = 128, times = 13, block = 64;
  double *x, *dx, *y, *dy;
  for (double **all : {&x, &dx, &y, &dy}) cudaMallocManaged(all, n * sizeof(double));
  for (int i = 0; i < n; i++) x[i] = 0.03 * i - 1, dx[i] = 0;
  *y = 0, *dy = 1;
  if (count == 1 && enzyme_rs::room_for_threads(1024, n)) return puts("no room");
  gradient<<<n / block, block>>>(x, dx, y, dy, times);
  if (cudaError_t error = cudaDeviceSynchronize()) return puts(cudaGetErrorString(error));
  double worst = 0;
  for (int i = 0; i < n; i++) {
    // What stands before and behind it in the block, and its own derivative by differences.
    auto of = [&](int t) { int j = i / block * block + t % block; return iterated(x[j], j % times); };
    double slope = (iterated(x[i] + 1e-6, i % times) - iterated(x[i] - 1e-6, i % times)) / 2e-6;
    worst = fmax(worst, fabs(dx[i] - slope * (of(i % block + 1) + of(i % block + block - 1))));
  }
  puts(worst < 1e-7 ? "the gradient is that of differences" : "wrong");
}
