// Functions with RAJA on a device of either vendor: what its back end calls them, and memory there.
#pragma once
#include <RAJA/RAJA.hpp>
#include "check.hpp"

// A policy of the vendor's, and the statement that makes a kernel of a nest of loops.
#ifdef __HIP__
#define POLICY(name) RAJA::hip_##name
template <class... Loops> using OnDevice = RAJA::statement::HipKernel<Loops...>;
#else
#define POLICY(name) RAJA::cuda_##name
template <class... Loops> using OnDevice = RAJA::statement::CudaKernel<Loops...>;
#endif

// Memory of the device, with a copy of the numbers of the host.
static double *given(const double *from) {
  double *u;
  GPU(Malloc)(&u, ALL * sizeof(double));
  GPU(Memcpy)(u, from, ALL * sizeof(double), GPU(MemcpyHostToDevice));
  return u;
}

static void end(double *u) { GPU(Free)(u); }
