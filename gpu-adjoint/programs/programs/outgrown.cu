// Shared memory whose size the launch says, of which a device has less than twice as much. It is compiled with the option `device-shadows`.
#include "launches.h"

enum { MOST_SHARED = 8, EACH = 15000 };

// All of it, and a variable of a known size besides.
ENZYME_RS_KERNEL __global__ void mirrored(const double *x, double *out, int n) {
  extern __shared__ double numbers[];
  __shared__ double scales[64];
  int t = thread();
  scales[t] = x[t];
  for (int i = t; i < n; i += threads()) numbers[i] = SIN(x[i]);
  meet();
  for (int i = t; i < n; i += threads()) out[block() * n + i] = numbers[n - 1 - i] * numbers[i] * scales[i % 64] * (1 + block());
}

// A function that is not inlined, by another name.
__device__ __attribute__((noinline)) double neighbours(int i, int n) {
  extern __shared__ double others[];
  return others[(i + 1) % n] * others[(i + n - 1) % n];
}
ENZYME_RS_KERNEL __global__ void smoothed(double *v, int n) {
  extern __shared__ double numbers[];
  for (int i = thread(); i < n; i += threads()) numbers[i] = v[i];
  meet();
  for (int i = thread(); i < n; i += threads()) v[i] = numbers[i] + 0.1 * neighbours(i, n);
}

// Integers alone: nothing there has a shadow.
ENZYME_RS_KERNEL __global__ void ordered(double *v, int n) {
  extern __shared__ int order[];
  for (int i = thread(); i < n; i += threads()) order[i] = n - 1 - i;
  meet();
  for (int i = thread(); i < n / 2; i += threads()) {
    double here = v[i], there = v[order[i]];
    v[i] = there * there, v[order[i]] = here;
  }
}

double all_of(const double *x, int n) {
  const int bytes = n * sizeof(double);
  for (const void *kernel : {(const void *)mirrored, (const void *)smoothed, (const void *)ordered}) HOLDS(GPU(FuncSetAttribute)(kernel, MOST_SHARED, bytes) == 0);
  double *v = obtained<double>(n), *out = obtained<double>(3 * n);
  GPU(Memcpy)(v, x, bytes, TO_DEVICE);
  smoothed<<<1, 64, bytes>>>(v, n);
  ordered<<<1, 64, bytes>>>(v, n);
  mirrored<<<3, 64, bytes>>>(v, out, n);
  std::vector<double> all(3 * n);
  GPU(Memcpy)(all.data(), out, 3 * bytes, TO_HOST);
  double sum = 0;
  for (int i = 0; i < 3 * n; i++) sum += (1 + i % 3) * all[i];
  GPU(Free)(v), GPU(Free)(out);
  return 0.01 * sum;
}

extern "C" void enzyme_rs_gpu_bytes_per_thread(size_t bytes);

int main() {
  enzyme_rs_gpu_bytes_per_thread(1 << 14);
  check<all_of>("all", EACH, 1e-6);
  puts("all is well");
}
