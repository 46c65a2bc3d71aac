// Gradients of what CUB reduces and scans within blocks and warps, launched by the host, against differences.
#include <cmath>
#include <cstdio>
#include <cub/block/block_reduce.cuh>
#include <cub/block/block_scan.cuh>
#include <cub/warp/warp_reduce.cuh>
#include <enzyme_rs/gpu.hpp>

constexpr int THREADS = 96, BLOCKS = 2, COUNT = 170, PLACES = THREADS * BLOCKS;

template <class T, cub::BlockReduceAlgorithm By> struct Sum {
  using Reduce = cub::BlockReduce<T, THREADS, By>;
  using Shared = typename Reduce::TempStorage;
  static __device__ void run(Shared &shared, T value, T *y, int i) {
    T sum = Reduce(shared).Sum(value);
    if (threadIdx.x == 0) y[i] = sum * sum;
  }
};
// Of some threads only, as many as a block may have left.
template <class T> struct SumOfSome {
  using Reduce = cub::BlockReduce<T, THREADS>;
  using Shared = typename Reduce::TempStorage;
  static __device__ void run(Shared &shared, T value, T *y, int i) {
    T sum = Reduce(shared).Sum(value, 70);
    if (threadIdx.x == 0) y[i] = sum * sum;
  }
};
struct Larger {
  template <class T> __device__ T operator()(T a, T b) const { return a > b ? a : b; }
};
template <class T> struct Most {
  using Reduce = cub::BlockReduce<T, THREADS>;
  using Shared = typename Reduce::TempStorage;
  static __device__ void run(Shared &shared, T value, T *y, int i) {
    T most = Reduce(shared).Reduce(value, Larger());
    if (threadIdx.x == 0) y[i] = most * most;
  }
};
template <class T> struct OfWarps {
  using Reduce = cub::WarpReduce<T>;
  struct Shared {
    typename Reduce::TempStorage of[THREADS / 32];
  };
  static __device__ void run(Shared &shared, T value, T *y, int i) {
    T sum = Reduce(shared.of[threadIdx.x / 32]).Sum(value);
    if (threadIdx.x % 32 == 0) y[i] = sum * sum;
  }
};
template <class T, cub::BlockScanAlgorithm By, bool Before> struct Scan {
  using Scans = cub::BlockScan<T, THREADS, By>;
  using Shared = typename Scans::TempStorage;
  static __device__ void run(Shared &shared, T value, T *y, int i) {
    T sum, all;
    if (Before)
      Scans(shared).ExclusiveSum(value, sum, all);
    else
      Scans(shared).InclusiveSum(value, sum, all);
    y[i] = sum * sum + (T)0.1 * all * value;
  }
};

template <class T, class What> __global__ ENZYME_RS_KERNEL void reduce(const T *x, T *y, int n) {
  __shared__ typename What::Shared shared;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  What::run(shared, i < n ? sin(3 * x[i]) * x[i] : 0, y, i);
}

template <class T, class What> double reduced(const T *x, int n) {
  T *u, *v, last[PLACES];
  double sum = 0;
  cudaMalloc(&u, n * sizeof(T)), cudaMalloc(&v, sizeof last);
  cudaMemcpy(u, x, n * sizeof(T), cudaMemcpyHostToDevice);
  cudaMemset(v, 0, sizeof last);
  reduce<T, What><<<BLOCKS, THREADS>>>(u, v, n);
  cudaMemcpy(last, v, sizeof last, cudaMemcpyDeviceToHost);
  cudaFree(u), cudaFree(v);
  for (int i = 0; i < PLACES; i++) sum += last[i] * (1 + 0.01 * i);
  return sum;
}

template <class T, class What> void check(const char *name) {
  T x[COUNT], dx[COUNT] = {}, h = sizeof(T) == 4 ? 2e-3f : 1e-5;
  for (int i = 0; i < COUNT; i++) x[i] = 0.3 + 0.01 * (i * 37 % COUNT);
  __enzyme_autodiff<void>((void *)reduced<T, What>, enzyme_dup, x, dx, enzyme_const, COUNT);
  double worst = 0, largest = 0;
  for (int i = 0; i < COUNT; i++) {
    T ahead = x[i] + h, behind = x[i] - h, own = x[i];
    x[i] = ahead;
    double more = reduced<T, What>(x, COUNT);
    x[i] = behind;
    double less = reduced<T, What>(x, COUNT);
    x[i] = own;
    double slope = (more - less) / ((double)ahead - behind);
    worst = fmax(worst, fabs(dx[i] - slope)), largest = fmax(largest, fabs(slope));
  }
  if (!(worst <= (sizeof(T) == 4 ? 2e-2 : 1e-6) * largest) || largest == 0) printf("wrong: %s of %zu bytes: %g of %g\n", name, sizeof(T), worst, largest);
}

template <class T> void sums() {
  check<T, Sum<T, cub::BLOCK_REDUCE_WARP_REDUCTIONS>>("a sum by warps");
  check<T, Sum<T, cub::BLOCK_REDUCE_RAKING>>("a sum by raking");
  check<T, Sum<T, cub::BLOCK_REDUCE_RAKING_COMMUTATIVE_ONLY>>("a sum in any order");
  check<T, SumOfSome<T>>("a sum of some threads");
  check<T, OfWarps<T>>("sums of warps");
}
template <class T> void others() {
  check<T, Most<T>>("a maximum");
  check<T, Scan<T, cub::BLOCK_SCAN_WARP_SCANS, false>>("a scan by warps");
  check<T, Scan<T, cub::BLOCK_SCAN_WARP_SCANS, true>>("a scan of those before");
  check<T, Scan<T, cub::BLOCK_SCAN_RAKING, false>>("a scan by raking");
}

int main() {
  sums<float>();
  sums<double>();
#ifdef OPTIMISED
  others<float>();
  others<double>();
#endif
  puts("all is well");
}
