// With the headers of HIP: what textbooks show.
#include <hip/hip_runtime.h>
#include <cstdio>
#include <cmath>
#include <cstdlib>

#if HIP_VERSION_MAJOR < 6
#define KIND memoryType
#else
#define KIND type
#endif

__constant__ float factor[2];
__device__ unsigned int calls;

template <typename T> __global__ void saxpy(int n, T a, const T *x, T *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i] + factor[1] * sin((double)x[i]);
  if (i == 0) atomicAdd(&calls, 1u);
}

__global__ void sum(const double *x, double *total, int n) {
  extern __shared__ double part[];
  int t = threadIdx.x;
  part[t] = t < n ? x[t] : 0;
  __syncthreads();
  for (int s = blockDim.x / 2; s >= 64; s /= 2) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t < 64) {
    double v = part[t];
    for (int d = 32; d; d /= 2) v += __shfl_down(v, d);
    if (t == 0) { *total = v; printf("sum of %d: %.1f, %s\n", n, v, "from the device"); }
  }
}

int main() {
  const int n = 100000;
  float *x, *y, *dx, *dy;
  x = (float *)malloc(n * 4); y = (float *)malloc(n * 4);
  for (int i = 0; i < n; i++) x[i] = i * 1e-3f, y[i] = 1;
  hipMalloc(&dx, n * 4); hipMalloc(&dy, n * 4);
  float f[2] = {0, 2};
  hipMemcpyToSymbol(HIP_SYMBOL(factor), f, sizeof f);
  hipMemcpy(dx, x, n * 4, hipMemcpyHostToDevice);
  hipMemcpy(dy, y, n * 4, hipMemcpyHostToDevice);
  hipEvent_t a, b;
  hipEventCreate(&a); hipEventCreate(&b);
  hipEventRecord(a);
  saxpy<<<(n + 255) / 256, 256>>>(n, 3.0f, dx, dy);
  hipEventRecord(b);
  hipEventSynchronize(b);
  hipMemcpy(y, dy, n * 4, hipMemcpyDeviceToHost);
  double worst = 0;
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(y[i] - (3 * x[i] + 1 + 2 * std::sin((double)x[i]))));
  unsigned int c;
  hipMemcpyFromSymbol(&c, HIP_SYMBOL(calls), sizeof c);
  printf("%g %u %s\n", worst < 1e-4 ? 0.0 : worst, c, hipGetErrorString(hipGetLastError()));
  double *d, *total;
  hipMallocManaged(&d, 256 * 8); hipMallocManaged(&total, 8);
  for (int i = 0; i < 256; i++) d[i] = i;
  sum<<<1, 256, 256 * 8>>>(d, total, 256);
  hipError_t e = hipDeviceSynchronize();
  printf("%g %s\n", *total, hipGetErrorName(e));
  // What numbers kinds of memory have is not known before.
  hipPointerAttribute_t device, both, none;
  e = hipPointerGetAttributes(&device, dx);
  hipDeviceProp_t p;
  hipGetDeviceProperties(&p, 0);
  printf("%s %d.%d warp %d\n", p.name, p.major, p.minor, p.warpSize);
  printf("%s, ", hipGetErrorName(e));
  bool known = !hipPointerGetAttributes(&device, dx) && !hipPointerGetAttributes(&both, d + 1);
  printf("%d %d %d%d\n", known, device.KIND == hipMemoryTypeDevice, device.isManaged, both.isManaged);
  printf("%d\n", hipPointerGetAttributes(&none, x) && HIP_VERSION_MAJOR < 6 || HIP_VERSION_MAJOR >= 6 && none.KIND == 0);
}
