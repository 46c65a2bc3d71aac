// With the headers of CUDA: atomic sums as programs write them by `atomicCAS`, maxima of a block, places that counters give, loads and stores that say how they
// are cached. The gradient in a kernel and the one of a launch are those of the formula, or of differences.
#include <cmath>
#include <cstdio>
#include <enzyme_rs/gpu.hpp>

constexpr int N = 64;

__device__ double add(double *to, double value) {
  auto *at = (unsigned long long *)to;
  unsigned long long old = *at, assumed;
  do {
    assumed = old;
    old = atomicCAS(at, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
  } while (assumed != old);
  return __longlong_as_double(old);
}
__device__ void add(float *to, float value) {
  int *at = (int *)to, old = *at, assumed;
  do {
    assumed = old;
    old = atomicCAS(at, assumed, __float_as_int(__int_as_float(assumed) + value));
  } while (assumed != old);
}
__device__ void raise(double *to, double value) {
  auto *at = (unsigned long long *)to;
  unsigned long long old = *(volatile unsigned long long *)at, assumed;
  do {
    assumed = old;
    old = atomicCAS(at, assumed, __double_as_longlong(fmax(value, __longlong_as_double(assumed))));
  } while (assumed != old);
}

// Each has the threads add to four sums.
__device__ void tries(const double *x, double *sums) {
  int t = threadIdx.x;
  add(&sums[t % 2], x[t] * x[t]);
  add(&sums[2], sin(x[t]));
  atomicAdd_block(&sums[3], x[t] * x[N - 1 - t]);
}
__device__ void floats(const double *x, double *sums) {
  __shared__ float sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, (float)x[threadIdx.x]);
  add(&sums[0], 2 * x[threadIdx.x]);
  __syncthreads();
  if (threadIdx.x == 0) sums[1] = sum * 3;
}
__device__ void cached(const double *x, double *sums) {
  int t = threadIdx.x;
  __shared__ double to[N];
  double2 both = __ldcs((const double2 *)x + t / 2);
  to[t] = __ldcg(x + t) * both.x + both.y * __ldg(x + t);
  __nanosleep(20);
  if (t == 5) __stwt(&sums[1], to[t] * to[t]);
  atomicAdd(&sums[0], to[t]);
}
__device__ void peaks(const double *x, double *sums) {
  __shared__ double most;
  if (threadIdx.x == 0) most = x[1];
  __syncthreads();
  raise(&most, sin(3 * x[threadIdx.x]) * x[threadIdx.x]);
  __syncthreads();
  atomicAdd(&sums[0], most * x[threadIdx.x]);
}
__device__ void places(const double *x, double *sums) {
  __shared__ double taken[N];
  __shared__ unsigned count;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  if (x[threadIdx.x] > 0.3) taken[atomicAdd(&count, 1)] = x[threadIdx.x] * x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x < count) atomicAdd(&sums[0], taken[threadIdx.x] * taken[threadIdx.x]);
}

using Function = void (*)(const double *, double *);
template <Function f> __global__ void within(const double *x, double *dx, double *sums, double *dsums) {
  __enzyme_autodiff<void>((void *)f, enzyme_dup, x, dx, enzyme_dup, sums, dsums);
}
template <Function f> __global__ ENZYME_RS_KERNEL void launched(const double *x, double *sums) { f(x, sums); }

template <Function f> double run(const double *x) {
  double *u, *v, sums[4], all = 0;
  cudaMalloc(&u, N * sizeof(double)), cudaMalloc(&v, sizeof sums);
  cudaMemset(v, 0, sizeof sums);
  cudaMemcpy(u, x, N * sizeof(double), cudaMemcpyHostToDevice);
  launched<f><<<1, N>>>(u, v);
  cudaMemcpy(sums, v, sizeof sums, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 4; i++) all += (i + 1) * sums[i];
  cudaFree(u), cudaFree(v);
  return all;
}

template <Function f> void compare(const char *name, double tolerance) {
  double *x, *dx, *sums, *dsums, of_launch[N] = {}, worst = 0;
  for (double **p : {&x, &dx, &sums, &dsums}) cudaMallocManaged(p, N * sizeof(double));
  for (int i = 0; i < N; i++) x[i] = 0.1 + 0.7 * fabs(sin(i)), dx[i] = sums[i] = 0, dsums[i] = i + 1;
  within<f><<<1, N>>>(x, dx, sums, dsums);
  cudaDeviceSynchronize();
  __enzyme_autodiff<void>((void *)run<f>, enzyme_dup, (const double *)x, of_launch);
  for (int i = 0; i < N; i++) {
    double was = x[i], step = 1e-4;
    x[i] = was + step;
    double above = run<f>(x);
    x[i] = was - step;
    double slope = (above - run<f>(x)) / (2 * step);
    x[i] = was;
    worst = fmax(worst, fmax(fabs(dx[i] - slope), fabs(of_launch[i] - slope)) / (1 + fabs(slope)));
  }
  if (worst < tolerance) printf("%s: as differences\n", name);
  else printf("%s: wrong by %g\n", name, worst);
}

int main() {
  compare<tries>("tries", 1e-7);
  compare<floats>("floats", 1e-1);
  compare<cached>("cached", 1e-7);
  compare<peaks>("peaks", 1e-6);
  compare<places>("places", 1e-7);
}
