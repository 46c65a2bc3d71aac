// With the headers of CUDA: cooperative groups, half precision, vectors, exchanges, votes, memory from the heap, functors.
#include <cstdio>
#include <cassert>
#include <cooperative_groups.h>
#include <cuda_fp16.h>
namespace cg = cooperative_groups;

struct Acc { double s; int n; };

__device__ double myAdd(double *a, double v) {
  unsigned long long *p = (unsigned long long *)a, old = *p, assumed;
  do { assumed = old; old = atomicCAS(p, assumed, __double_as_longlong(v + __longlong_as_double(assumed))); } while (assumed != old);
  return __longlong_as_double(old);
}

__global__ void vec(const float4 *x, float4 *y, double2 *z) {
  int i = threadIdx.x;
  float4 v = x[i];
  y[i] = make_float4(v.w, v.z, v.y, v.x);
  z[i] = make_double2(v.x, v.y);
}
__global__ void groups(int *out) {
  auto b = cg::this_thread_block();
  auto t = cg::tiled_partition<32>(b);
  int v = t.thread_rank();
  for (int d = t.size() / 2; d; d /= 2) v += t.shfl_down(v, d);
  b.sync();
  if (t.thread_rank() == 0) atomicAdd(out, v);
  t.sync();
}
__global__ void misc(double *sum, int *flags, unsigned *m) {
  myAdd(sum, 1.0);
  atomicAdd(sum + 1, 0.5);
  unsigned mask = __activemask();
  int v = __shfl_xor_sync(mask, threadIdx.x, 1);
  assert(v == (int)(threadIdx.x ^ 1));
  __syncwarp();
  if (__all_sync(~0u, v >= 0)) flags[threadIdx.x] = __any_sync(~0u, v == 3) + __popc(__match_any_sync(~0u, v / 4));
  int c = __syncthreads_count(v & 1);
  if (!threadIdx.x) m[0] = c;
  __threadfence();
  m[1 + threadIdx.x] = atomicInc(&m[100], 9);
  long long t0 = clock64();
  __nanosleep(10);
  assert(clock64() > t0);
  half h = __float2half(1.5f);
  h = __hadd(h, h);
  if (!threadIdx.x) sum[2] = __half2float(h);
  atomicMax(&m[101], threadIdx.x);
  atomicExch((float *)&m[102], 2.5f);
  atomicAnd(&m[103], 0x7);
}
template <typename F> __global__ void apply(F f, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) f(i); }

struct Functor { double *a; __device__ void operator()(int i) const { a[i] = fma(i, 2.0, 1.0) + sqrt((double)i) - tanh(0.1 * i); } };
__device__ double table[4] = {1, 2, 3, 4};
__global__ void fill(double *a) { a[threadIdx.x] = table[threadIdx.x % 4]; table[threadIdx.x % 4] += 0; }
__global__ void heap(int **p) { int *q = (int *)malloc(40); q[3] = 7; *p = q; }
__global__ void heap2(int **p) { printf("%d\n", (*p)[3]); free(*p); }

int main() {
  float4 *x, *y; double2 *z;
  cudaMallocManaged(&x, 64 * 16); cudaMallocManaged(&y, 64 * 16); cudaMallocManaged(&z, 64 * 16);
  for (int i = 0; i < 64; i++) x[i] = make_float4(i, i + 1, i + 2, i + 3);
  vec<<<1, 64>>>(x, y, z);
  printf("%s %g %g\n", cudaGetErrorString(cudaDeviceSynchronize()), y[5].x, z[7].y);
  int *o; cudaMallocManaged(&o, 64 * 4); *o = 0;
  groups<<<2, 64>>>(o);
  printf("%s %d\n", cudaGetErrorString(cudaDeviceSynchronize()), *o);
  double *s; unsigned *m; cudaMallocManaged(&s, 8 * 64); cudaMallocManaged(&m, 4 * 128); cudaMemset(s, 0, 64); cudaMemset(m, 255, 512); m[100] = 0; m[101] = 0;
  misc<<<1, 64>>>(s, o, m);
  printf("%s %g %g %g %d %u %u %u %g %u\n", cudaGetErrorString(cudaDeviceSynchronize()), s[0], s[1], s[2], o[2], m[0], m[100], m[101], *(float *)&m[102], m[103]);
  apply<<<1, 64>>>(Functor{s}, 60);
  printf("%s %g\n", cudaGetErrorString(cudaDeviceSynchronize()), s[9]);
  fill<<<1, 4>>>(s);
  int **p; cudaMalloc(&p, 8);
  heap<<<1, 1>>>(p); heap2<<<1, 1>>>(p);
  printf("%s %g\n", cudaGetErrorString(cudaDeviceSynchronize()), s[2]);
}
