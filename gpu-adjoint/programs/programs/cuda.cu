// With the headers of CUDA: what textbooks show.
#include <cstdio>
#include <cmath>
#include <vector>

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
  part[t] = t < n ? __ldg(&x[t]) : 0;
  __syncthreads();
  for (int s = blockDim.x / 2; s >= 32; s /= 2) {
    if (t < s) part[t] += part[t + s];
    __syncthreads();
  }
  if (t >= 32) return;
  double v = part[t];
  for (int d = 16; d; d /= 2) v += __shfl_down_sync(0xffffffffu, v, d);
  unsigned all = __ballot_sync(0xffffffffu, t % 2);
  if (t == 0) {
    *total = v;
    printf("sum of %d: %.1f, %s %x\n", n, v, "from the device", all);
  }
}

__global__ void maths(float *y, float x) {
  y[0] = __expf(x), y[1] = rsqrtf(x), y[2] = normcdff(x), y[3] = __fmaf_rz(x, x, x), y[4] = fminf(x, 1.f), y[5] = powf(x, 1.5f);
  sincosf(x, &y[6], &y[7]);
  y[8] = __popc(255) + __clz(1), y[9] = __saturatef(x), y[10] = __float2int_rn(x), y[11] = atomicMax((int *)&y[11], 5);
}

int main() {
  const int n = 10000;
  std::vector<float> x(n), y(n, 1);
  for (int i = 0; i < n; i++) x[i] = i * 1e-3f;
  float *dx, *dy;
  cudaMalloc(&dx, n * sizeof(float));
  cudaMalloc(&dy, n * sizeof(float));
  float f[2] = {0, 2};
  cudaMemcpyToSymbol(factor, f, sizeof f);
  cudaMemcpy(dx, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(dy, y.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  saxpy<<<(n + 255) / 256, 256>>>(n, 3.0f, dx, dy);
  cudaMemcpy(y.data(), dy, n * sizeof(float), cudaMemcpyDeviceToHost);
  double worst = 0;
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(y[i] - (3 * x[i] + 1 + 2 * std::sin((double)x[i]))));
  unsigned int count;
  cudaMemcpyFromSymbol(&count, calls, sizeof count);
  printf("%d %u %s\n", worst < 1e-4, count, cudaGetErrorString(cudaGetLastError()));

  double *d, *total;
  cudaMallocManaged(&d, 256 * sizeof(double));
  cudaMallocManaged(&total, sizeof(double));
  for (int i = 0; i < 256; i++) d[i] = i;
  sum<<<1, 256, 256 * sizeof(double)>>>(d, total, 256);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%g %s\n", *total, cudaGetErrorName(error));

  float *m;
  cudaMallocManaged(&m, 12 * sizeof(float));
  m[11] = 0;
  maths<<<1, 1>>>(m, 2);
  cudaDeviceSynchronize();
  for (int i = 0; i < 11; i++) printf("%.5g ", m[i]);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 0);
  printf("\n%d.%d %d\n", properties.major, properties.minor, properties.warpSize);
}
