// With cuRAND: numbers that a kernel without derivative draws into memory that is constant, and uniform ones that a differentiated kernel draws from states which it does not copy.
#include <cstdio>
#include <curand_kernel.h>
#include <enzyme_rs/gpu.hpp>

constexpr int n = 8, draws = 4;

template <class State> __global__ void begin(State *states) { curand_init(42, threadIdx.x, 0, &states[threadIdx.x]); }

template <class State> __global__ ENZYME_RS_KERNEL_INACTIVE void draw(State *states, double *drawn) {
  State own = states[threadIdx.x];
  for (int i = 0; i < draws; i++) drawn[draws * threadIdx.x + i] = curand_normal_double(&own);
  states[threadIdx.x] = own;
}

__global__ ENZYME_RS_KERNEL void spread(const double *x, double *y, const double *drawn) {
  double v = x[threadIdx.x], sum = 0;
  for (int i = 0; i < draws; i++) sum += v * v * drawn[draws * threadIdx.x + i];
  y[threadIdx.x] = sum;
}

template <class State> __global__ ENZYME_RS_KERNEL void spread_uniformly(const double *x, double *y, State *states) {
  double v = x[threadIdx.x], sum = 0;
  for (int i = 0; i < draws; i++) sum += v * v * curand_uniform_double(&states[threadIdx.x]);
  y[threadIdx.x] = sum;
}

template <class State, bool apart> double f(const double *x, State *states, double *drawn) {
  double *u, *v, all[n], sum = 0;
  cudaMalloc(&u, sizeof all), cudaMalloc(&v, sizeof all);
  cudaMemcpy(u, x, sizeof all, cudaMemcpyHostToDevice);
  if constexpr (apart) {
    draw<<<1, n>>>(states, drawn);
    spread<<<1, n>>>(u, v, drawn);
  } else {
    spread_uniformly<<<1, n>>>(u, v, states);
  }
  cudaMemcpy(all, v, sizeof all, cudaMemcpyDeviceToHost);
  for (double value : all) sum += value;
  cudaFree(u), cudaFree(v);
  return sum;
}

template <class State, bool apart> bool is_right() {
  double x[n], dx[n] = {}, *drawn, worst = 0;
  State *states;
  cudaMalloc(&states, n * sizeof(State)), cudaMalloc(&drawn, n * draws * sizeof(double));
  for (int i = 0; i < n; i++) x[i] = 1 + 0.1 * i;
  begin<<<1, n>>>(states);
  __enzyme_autodiff<void>((void *)f<State, apart>, enzyme_dup, x, dx, enzyme_const, states, enzyme_const, drawn);
  auto at = [&](int i, double h) {
    begin<<<1, n>>>(states);
    double moved[n];
    for (int k = 0; k < n; k++) moved[k] = x[k] + (k == i) * h;
    return f<State, apart>(moved, states, drawn);
  };
  for (int i = 0; i < n; i++) worst = fmax(worst, fabs(dx[i] - (at(i, 1e-5) - at(i, -1e-5)) / 2e-5));
  return worst < 1e-8 && dx[3] != 0;
}

int main() {
  bool all = is_right<curandStatePhilox4_32_10_t, true>() && is_right<curandStateXORWOW_t, true>();
  all = all && is_right<curandStatePhilox4_32_10_t, false>() && is_right<curandStateXORWOW_t, false>();
  puts(all ? "all is well" : "wrong");
}
