// A gradient on a device, if there is one: what is compiled, linked and started without.
#include <cmath>
#include <cstdio>
#include <enzyme_rs/gpu.hpp>
#ifdef __HIP__
#define cudaGetDeviceCount hipGetDeviceCount
#define cudaMallocManaged hipMallocManaged
#define cudaDeviceSynchronize hipDeviceSynchronize
#define cudaGetErrorString hipGetErrorString
#define cudaError_t hipError_t
#endif

// Each of them is a call of the vendor's library, and of others in its derivative; that of `pow` calls functions that the program does not.
__device__ double each(double x) { return sin(x) * exp(x) + pow(x, 2.5) + tanh(x); }

__device__ void body(const double *x, double *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = each(x[i]);
}

__global__ void primal(const double *x, double *y) { body(x, y); }

__global__ void gradient(const double *x, double *dx, double *y, double *dy) {
  __enzyme_autodiff((void *)body, enzyme_dup, x, dx, enzyme_dup, y, dy);
}

double slope(double x) { return (cos(x) + sin(x)) * exp(x) + 2.5 * pow(x, 1.5) + 1 / (cosh(x) * cosh(x)); }

int main() {
  const int n = 256;
  int count = 0;
  cudaError_t error = cudaGetDeviceCount(&count);
  if (error || !count) return printf("no device: %s\n", cudaGetErrorString(error)), 0;
  double *x, *dx, *y, *dy;
  for (double **all : {&x, &dx, &y, &dy})
    if ((error = cudaMallocManaged(all, n * sizeof(double)))) return puts(cudaGetErrorString(error));
  for (int i = 0; i < n; i++) x[i] = 0.01 * i, dx[i] = 0, dy[i] = 1;
  gradient<<<n / 64, 64>>>(x, dx, y, dy);
  if ((error = cudaDeviceSynchronize())) return puts(cudaGetErrorString(error));
  double worst = 0;
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(dx[i] - slope(x[i])));
  puts(worst < 1e-11 ? "the gradient is that of the formula" : "wrong");
}
