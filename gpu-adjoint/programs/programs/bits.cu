// With the headers of CUDA: numbers whose bits are taken for integers and back, conversions that say how they round, functions of
// integers. The gradient in a kernel and the one of a launch are those of the formula.
#include <cmath>
#include <cstdio>
#include <enzyme_rs/gpu.hpp>

constexpr int N = 32;
constexpr unsigned ALL = 0xffffffff;

// What follows gives twice the sum of its neighbour's square and its own.
__device__ double as_longlong(double x) {
  long long bits = __shfl_xor_sync(ALL, __double_as_longlong(x * x), 1);
  return 2 * (__longlong_as_double(bits) + x * x);
}
__device__ double halves(double x) {
  double square = x * x;
  int high = __double2hiint(square), low = __double2loint(square);
  high = __shfl_xor_sync(ALL, high, 1), low = __shfl_xor_sync(ALL, low, 1);
  return 2 * (__hiloint2double(high, low) + square);
}
__device__ double as_int(double x) {
  int bits = __shfl_xor_sync(ALL, __float_as_int(__double2float_rn(x * x)), 1);
  return 2 * (__int_as_float(bits) + x * x);
}
__device__ double as_uint(double x) {
  unsigned bits = __shfl_xor_sync(ALL, __float_as_uint((float)(x * x)), 1);
  return 2 * (__uint_as_float(bits) + x * x);
}
// Bits of signs, and integers that numbers are rounded to.
__device__ double signs(double x) {
  long long bits = __double_as_longlong(-x * x) & 0x7fffffffffffffff;
  double there = __shfl_xor_sync(ALL, __longlong_as_double(bits), 1);
  return __int2double_rn(2) * (there + x * x) + __double2int_rn(x) + __float2uint_rz((float)x) - __ull2float_rn(2);
}

// What libdevice computes with integers.
__device__ double integers(double x) {
  int t = threadIdx.x, one = max(min(__popc(t | 1), 1), abs(-1));
  double there = __shfl_sync(ALL, x * x, t ^ one);
  return (__clz(1 << 29) + __ffs(0) + __mulhi(t, 2)) * (there + x * x);
}

using Function = double (*)(double);
template <Function f> __device__ void apply(const double *x, double *y) { y[threadIdx.x] = f(x[threadIdx.x]); }

template <Function f> __global__ void within(const double *x, double *dx, double *y, double *dy) {
  __enzyme_autodiff<void>((void *)apply<f>, enzyme_dup, x, dx, enzyme_dup, y, dy);
}
template <Function f> __global__ ENZYME_RS_KERNEL void launched(const double *x, double *y) { apply<f>(x, y); }

// The sum of all that the threads give, each by its number.
template <Function f> double run(const double *x) {
  double *u, *v, y[N], sum = 0;
  cudaMalloc(&u, N * sizeof(double)), cudaMalloc(&v, N * sizeof(double));
  cudaMemcpy(u, x, N * sizeof(double), cudaMemcpyHostToDevice);
  launched<f><<<1, N>>>(u, v);
  cudaMemcpy(y, v, N * sizeof(double), cudaMemcpyDeviceToHost);
  for (int i = 0; i < N; i++) sum += i * y[i];
  cudaFree(u), cudaFree(v);
  return sum;
}

template <Function f> void compare(const char *name) {
  double *x, *dx, *y, *dy, of_launch[N] = {}, worst = 0;
  for (double **p : {&x, &dx, &y, &dy}) cudaMallocManaged(p, N * sizeof(double));
  for (int i = 0; i < N; i++) x[i] = 0.5 + 0.1 * i, dx[i] = 0, dy[i] = i;
  within<f><<<1, N>>>(x, dx, y, dy);
  cudaDeviceSynchronize();
  __enzyme_autodiff<void>((void *)run<f>, enzyme_dup, (const double *)x, of_launch);
  for (int i = 0; i < N; i++) {
    double expected = 4 * x[i] * (i + (i ^ 1));
    worst = fmax(worst, fmax(fabs(dx[i] - expected), fabs(of_launch[i] - expected)));
  }
  printf("%s: %s\n", name, worst < 1e-12 ? "as the formula" : "wrong");
}

int main() {
  compare<as_longlong>("as_longlong");
  compare<halves>("halves");
  compare<as_int>("as_int");
  compare<as_uint>("as_uint");
  compare<signs>("signs");
  compare<integers>("integers");
}
