// What programs need that differentiate functions which launch kernels, and the comparison of gradients with differences and tangents.
#pragma once
#include "gpu.h"
#include <vector>

#define ENZYME_RS_KERNEL __attribute__((annotate("enzyme_rs_kernel")))
#define ENZYME_RS_KERNEL_INACTIVE __attribute__((annotate("enzyme_rs_kernel_inactive")))
extern int enzyme_dup, enzyme_const;
template <class... Args> double __enzyme_autodiff(void *, Args...);
template <class... Args> double __enzyme_fwddiff(void *, Args...);
extern "C" {
#ifdef __CUDA__
__device__ double __nv_sin(double);
__device__ float __nv_expf(float);
#define SIN __nv_sin
#define EXP __nv_expf
#else
__device__ double __ocml_sin_f64(double);
__device__ float __ocml_exp_f32(float);
#define SIN __ocml_sin_f64
#define EXP __ocml_exp_f32
#endif
}
enum { TO_DEVICE = 1, TO_HOST = 2, DEFAULT = 4 };

__device__ inline int global() { return block() * threads() + thread(); }
__device__ inline void add(double *to, double value) { __scoped_atomic_fetch_add(to, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }

template <class T> T *obtained(size_t count) {
  T *p;
  HOLDS(GPU(Malloc)((void **)&p, count * sizeof(T)) == 0);
  return p;
}

template <double F(const double *, int)> void check(const char *name, int n, double tolerance) {
  std::vector<double> x(n), dx(n), v(n);
  for (int i = 0; i < n; i++) x[i] = 0.6 + 0.3 * std::sin(0.7 * i), v[i] = std::cos(i);
  __enzyme_autodiff((void *)F, enzyme_dup, x.data(), dx.data(), enzyme_const, n);
  double along = 0, worst = 0, largest = 1;
  for (int i = 0; i < n; i++) along += dx[i] * v[i];
  double tangent = __enzyme_fwddiff((void *)F, enzyme_dup, x.data(), v.data(), enzyme_const, n);
  for (int i = 0; i < n; i += n / 8 + 1) {
    const double h = 1e-5, at = x[i];
    x[i] = at + h;
    double ahead = F(x.data(), n);
    x[i] = at - h;
    double behind = F(x.data(), n);
    x[i] = at;
    worst = std::fmax(worst, std::fabs((ahead - behind) / (2 * h) - dx[i]));
    largest = std::fmax(largest, std::fabs(dx[i]));
  }
  if (worst > tolerance * largest) printf("wrong: %s: the gradient by %g of %g\n", name, worst, largest);
  if (std::fabs(tangent - along) > 1e-4 * tolerance * (largest + std::fabs(along))) printf("wrong: %s: tangent %.15g, gradient %.15g\n", name, tangent, along);
}
