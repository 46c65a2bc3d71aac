// Kernels in which all blocks of the grid wait for each other: gradients and tangents against differences.
#include "launches.h"

#ifdef __CUDA__
extern "C" int cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t, void *);
// As in CUDA's headers.
namespace cooperative_groups::__v1::details::grid {
__device__ static void sync(unsigned *number) {
  unsigned blocks = __nvvm_read_ptx_sreg_nctaid_x(), before, now;
  __syncthreads();
  if (thread() == 0) {
    unsigned by = block() ? 1 : 0x80000000u - (blocks - 1);
    asm volatile("atom.add.release.gpu.u32 %0,[%1],%2;" : "=r"(before) : "l"(number), "r"(by) : "memory");
    do asm volatile("ld.acquire.gpu.u32 %0,[%1];" : "=r"(now) : "l"(number) : "memory");
    while (!((before ^ now) >> 31));
  }
  __syncthreads();
}
}
__device__ inline void meet_all() {
  unsigned low, high;
  asm("mov.u32 %0, %%envreg2;" : "=r"(low));
  asm("mov.u32 %0, %%envreg1;" : "=r"(high));
  auto *place = (unsigned *)((unsigned long long)high << 32 | low);
  if (!place) __builtin_trap();
  cooperative_groups::__v1::details::grid::sync(place + 1);
}
#else
extern "C" int hipLaunchCooperativeKernel(const void *, dim3, dim3, void **, unsigned, void *);
extern "C" __device__ void __ockl_grid_sync();
__device__ inline void meet_all() { __ockl_grid_sync(); }
#endif

constexpr int SIZE = 16;
#ifdef __CUDA__
#define GRID __nvvm_read_ptx_sreg_nctaid_x()
#else
#define GRID (__builtin_amdgcn_grid_size_x() / SIZE)
#endif

template <class... Args> void run(void (*kernel)(Args...), int blocks, Args... args) {
  void *all[] = {&args...};
  HOLDS(GPU(LaunchCooperativeKernel)((const void *)kernel, blocks, SIZE, all, 0, nullptr) == 0);
}
inline int blocks(int n) { return (n + SIZE - 1) / SIZE; }

// Arrays that change places.
__global__ ENZYME_RS_KERNEL void heat(double *u, double *v, int n, int steps) {
  int i = global();
  for (int k = 0; k < steps; k++) {
    if (i < n) v[i] = u[i] + 0.1 * (u[(i + 1) % n] - 2 * u[i] + u[(i + n - 1) % n] + SIN(u[i]));
    meet_all();
    double *next = v;
    v = u, u = next;
  }
}

// One array: everybody reads, then writes.
__global__ ENZYME_RS_KERNEL void in_place(double *u, int n, int steps) {
  int i = global();
  for (int k = 0; k < steps; k++) {
    double left = u[(i + n - 1) % n], own = i < n ? u[i] : 0;
    meet_all();
    if (i < n) u[i] = own * (1 + 0.1 * left) + 0.1 * SIN(own);
    meet_all();
  }
}

// Each step with a number that all blocks have made: x becomes A x over its length.
__device__ __attribute__((noinline)) double sum_of_all(double *parts, double own) {
  __shared__ double sums[SIZE];
  sums[thread()] = own;
  meet();
  for (int half = SIZE / 2; half; half /= 2) {
    if (thread() < half) sums[thread()] += sums[thread() + half];
    meet();
  }
  if (thread() == 0) parts[block()] = sums[0];
  meet_all();
  double sum = 0;
  for (int b = 0, all = GRID; b < all; b++) sum += parts[b];
  meet_all();
  return sum;
}
__global__ ENZYME_RS_KERNEL void power(double *x, double *y, double *parts, int n, int steps) {
  int i = global();
  for (int k = 0; k < steps; k++) {
    double own = i < n ? 2 * x[i] - 0.5 * x[(i + 1) % n] - 0.3 * x[(i + n - 1) % n] : 0;
    double length = sum_of_all(parts, own * own);
    if (i < n) y[i] = own / length;
    meet_all();
    if (i < n) x[i] = y[i] * (1 + y[i]);
    meet_all();
  }
}

// A tile in shared memory, filled anew from what other blocks have written.
__global__ ENZYME_RS_KERNEL void tiles(double *u, double *v, int n, int steps) {
  __shared__ double tile[SIZE];
  for (int k = 0; k < steps; k++) {
    int from = ((block() + k) * SIZE + thread()) % n;
    tile[thread()] = u[from] * u[from];
    meet();
    double sum = 0;
    for (int j = 0; j < SIZE; j++) sum += tile[(thread() + j) % SIZE] * (1 + 0.1 * j);
    if (global() < n) v[global()] = SIN(0.1 * sum) + u[global()];
    meet_all();
    double *next = v;
    v = u, u = next;
  }
}

// One thread makes a number for all.
__global__ ENZYME_RS_KERNEL void pivots(double *a, double *of_all, int n, int steps) {
  int i = global();
  for (int k = 0; k < steps; k++) {
    if (i == k % n) *of_all = 1 / (1 + a[i] * a[i]);
    meet_all();
    if (i < n) a[i] = a[i] * *of_all + 0.1 * SIN(a[i]);
    meet_all();
  }
}

double ended(double *u, int n) {
  std::vector<double> last(n);
  double sum = 0;
  GPU(Memcpy)(last.data(), u, n * sizeof(double), TO_HOST);
  for (int i = 0; i < n; i++) sum += last[i] * last[i] * (1 + i % 3);
  return sum;
}
double *device(const double *from, int n) {
  double *p = obtained<double>(n);
  GPU(Memcpy)(p, from, n * sizeof(double), TO_DEVICE);
  return p;
}

template <void (*KERNEL)(double *, double *, int, int)> double two_arrays(const double *x, int n) {
  double *u = device(x, n), *v = obtained<double>(n);
  run(KERNEL, blocks(n), u, v, n, 4);
  double sum = ended(u, n);
  GPU(Free)(u), GPU(Free)(v);
  return sum;
}
double one_array(const double *x, int n) {
  double *u = device(x, n);
  run(in_place, blocks(n), u, n, 3);
  double sum = ended(u, n);
  GPU(Free)(u);
  return sum;
}
double normalised(const double *x, int n) {
  double *u = device(x, n), *v = obtained<double>(n), *parts = obtained<double>(blocks(n));
  run(power, blocks(n), u, v, parts, n, 3);
  double sum = ended(u, n);
  GPU(Free)(u), GPU(Free)(v), GPU(Free)(parts);
  return sum;
}

int main() {
  for (int n : {5, 16, 50, 100}) {
    check<two_arrays<heat>>("heat", n, 1e-7);
    check<one_array>("in place", n, 1e-7);
    check<normalised>("power", n, 1e-7);
    check<two_arrays<tiles>>("tiles", n, 1e-6);
    check<two_arrays<pivots>>("pivots", n, 1e-7);
  }
  puts("all is well");
}
