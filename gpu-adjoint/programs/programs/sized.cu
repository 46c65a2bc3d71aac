// Shared memory whose size the launch says, with numbers that vary in it.
#include "launches.h"

// Two arrays behind each other, and sums over blocks. The block has an odd number of threads, so that the second half is not aligned by itself.
ENZYME_RS_KERNEL __global__ void mirrored(const double *x, double *sums, int n) {
  extern __shared__ double numbers[];
  double *squares = numbers + threads();
  int t = thread(), i = global();
  numbers[t] = i < n ? SIN(x[i]) : 0;
  squares[t] = i < n ? x[i] * x[i] : 0;
  meet();
  double value = numbers[threads() - 1 - t] * squares[t];
  meet();
  numbers[t] = value;
  meet();
  if (t == 0) {
    double sum = 0;
    for (int k = 0; k < threads(); k++) sum += numbers[k];
    add(&sums[block()], sum * sum);
  }
}

// Numbers of two sorts, and integers behind them: which lie where, types tell that clang writes where it optimises.
ENZYME_RS_KERNEL __global__ void mixed(double *sums, int count) {
  extern __shared__ char memory[];
  double *wide = (double *)memory;
  int t = thread();
#ifdef __OPTIMIZE__
  float *narrow = (float *)(wide + 32);
  int *order = (int *)(narrow + 32);
#else
  double *narrow = wide + 32;
  int order[32];
#endif
  wide[t] = t < count ? sums[t] : 0;
  narrow[t] = EXP(-(float)wide[t]);
  order[t] = 31 - t;
  meet();
  double next = wide[order[t]] + narrow[(t + 1) % 32];
  meet();
  if (t < count) sums[t] = next * next;
}

// Integers alone: nothing is asked for beyond what the launch says, which is nearly all that there is.
ENZYME_RS_KERNEL __global__ void turned(double *v, int n) {
  extern __shared__ int order[];
  int t = thread();
  order[256 * t] = n - 1 - t;
  meet();
  double at = v[order[256 * t]];
  meet();
  v[t] = at * at;
}

// A function that is not inlined, in whose hands the memory is.
__device__ __attribute__((noinline)) double neighbours(const double *numbers, int t, int n) { return numbers[(t + 1) % n] * numbers[(t + n - 1) % n]; }
ENZYME_RS_KERNEL __global__ void smoothed(double *v, int n, int times) {
  extern __shared__ double numbers[];
  int t = thread();
  numbers[t] = v[t];
  meet();
  for (int k = 0; k < times; k++) {
    double next = numbers[t] + 0.1 * neighbours(numbers, t, n);
    meet();
    numbers[t] = next;
    meet();
  }
  v[t] = SIN(numbers[t]);
}

// The same memory by another name, in the kernel and in a function.
__device__ __attribute__((noinline)) double by_a_third_name(int t) {
  extern __shared__ double third[];
  return third[t];
}
ENZYME_RS_KERNEL __global__ void named(double *v, int n) {
  extern __shared__ double first[];
  extern __shared__ double second[];
  int t = thread();
  first[t] = v[t];
  meet();
  v[t] = second[(t + 1) % n] * second[t] + by_a_third_name(n - 1 - t);
}

double blocks_of(const double *x, int n, int each, int large) {
  enum { MOST_SHARED = 8 };
  int blocks = (n + each - 1) / each;
  double *v = obtained<double>(n), *sums = obtained<double>(32);
  GPU(Memcpy)(v, x, n * sizeof(double), TO_DEVICE);
  GPU(Memset)(sums, 0, 32 * sizeof(double));
  mirrored<<<blocks, each, 2 * each * sizeof(double) + large>>>(v, sums, n);
  mixed<<<1, 32, 32 * 20>>>(sums, blocks);
  HOLDS(GPU(FuncSetAttribute)((const void *)turned, MOST_SHARED, 32 * 1024 + 20000) == 0);
  turned<<<1, 32, 32 * 1024 + 20000>>>(sums, 32);
  smoothed<<<1, 32, 32 * sizeof(double)>>>(sums, 32, 3);
  named<<<1, 32, 32 * sizeof(double)>>>(sums, 32);
  double last[32], sum = 0;
  GPU(Memcpy)(last, sums, 32 * sizeof(double), TO_HOST);
  for (int i = 0; i < 32; i++) sum += (1 + i % 3) * last[i];
  GPU(Free)(v), GPU(Free)(sums);
  return sum;
}
double odd(const double *x, int n) { return blocks_of(x, n, 31, 0); }
// Twice as much is more than a launch may ask for by itself, and less than a device has.
double large(const double *x, int n) { return blocks_of(x, n, 32, 25000); }

int main() {
  check<odd>("odd", 100, 1e-6);
  check<large>("large", 100, 1e-6);
  puts("all is well");
}
