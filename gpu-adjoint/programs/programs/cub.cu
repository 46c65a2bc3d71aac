// With CUB: reductions and scans of blocks, of all sizes of numbers.
#include <cstdio>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>

template <typename T> __global__ void sums(const T *x, T *sum, T *scan) {
  using Reduce = cub::BlockReduce<T, 128>;
  using Scan = cub::BlockScan<T, 128>;
  __shared__ typename Reduce::TempStorage s;
  __shared__ typename Scan::TempStorage t;
  T value = x[threadIdx.x], before;
  T all = Reduce(s).Sum(value);
  Scan(t).ExclusiveSum(value, before);
  scan[threadIdx.x] = before;
  if (threadIdx.x == 0) *sum = all;
}

template <typename T> void run() {
  T *x, *s, *t;
  cudaMallocManaged(&x, 128 * sizeof(T));
  cudaMallocManaged(&s, sizeof(T));
  cudaMallocManaged(&t, 128 * sizeof(T));
  for (int i = 0; i < 128; i++) x[i] = i;
  sums<<<1, 128>>>(x, s, t);
  cudaError_t error = cudaDeviceSynchronize();
  printf("%s %g %g\n", cudaGetErrorString(error), (double)*s, (double)t[100]);
}

int main() {
  run<int>();
  run<unsigned>();
  run<float>();
  run<double>();
  run<long long>();
  run<unsigned long long>();
}
