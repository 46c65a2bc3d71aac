// All blocks of a grid wait for each other, by cooperative groups of CUDA or HIP: the gradient of as many steps of heat as one launch takes, against differences.
#ifdef __HIP__
#include <hip/hip_runtime.h>
#include <hip/hip_cooperative_groups.h>
#define GPU(name) hip##name
#else
#include <cooperative_groups.h>
#define GPU(name) cuda##name
#endif
#include <cstdio>
#include <enzyme_rs/gpu.hpp>

__global__ ENZYME_RS_KERNEL void steps(double *u, double *v, double dt, int n, int count) {
  cooperative_groups::grid_group grid = cooperative_groups::this_grid();
  int i = grid.thread_rank();
  for (int k = 0; k < count; k++) {
    if (i < n) v[i] = u[i] + dt * (u[(i + 1) % n] - 2 * u[i] + u[(i + n - 1) % n] + sin(u[i]));
    grid.sync();
    double *next = v;
    v = u, u = next;
  }
}

double simulated(const double *initial, double dt, int n, int count) {
  double *u, *v, last[64], sum = 0;
  GPU(Malloc)(&u, n * sizeof(double)), GPU(Malloc)(&v, n * sizeof(double));
  GPU(Memcpy)(u, initial, n * sizeof(double), GPU(MemcpyHostToDevice));
  void *arguments[] = {&u, &v, &dt, &n, &count};
  GPU(LaunchCooperativeKernel)((const void *)steps, dim3((n + 15) / 16), dim3(16), arguments, 0, 0);
  GPU(Memcpy)(last, count % 2 ? v : u, n * sizeof(double), GPU(MemcpyDeviceToHost));
  for (int i = 0; i < n; i++) sum += last[i] * last[i];
  GPU(Free)(u), GPU(Free)(v);
  return sum;
}

int main() {
  const int n = 50, count = 5;
  double u[n], du[n] = {}, dt = 0.1, h = 1e-6, worst = 0;
  for (int i = 0; i < n; i++) u[i] = 0.1 * (i % 7);
  double ddt = __enzyme_autodiff<double>((void *)simulated, enzyme_dup, u, du, enzyme_out, dt, enzyme_const, n, enzyme_const, count);
  worst = fabs(ddt - (simulated(u, dt + h, n, count) - simulated(u, dt - h, n, count)) / (2 * h));
  for (int i = 0; i < n; i += 7) {
    double at = u[i];
    u[i] = at + h;
    double ahead = simulated(u, dt, n, count);
    u[i] = at - h;
    double behind = simulated(u, dt, n, count);
    u[i] = at;
    worst = fmax(worst, fabs(du[i] - (ahead - behind) / (2 * h)));
  }
  puts(worst < 1e-7 ? "the gradient is that of differences" : "wrong");
}
