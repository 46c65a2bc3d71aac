// What these programs need of CUDA and HIP, under one name each, without the headers of either. `GPU(malloc)` is cudaMalloc or hipMalloc.
#pragma once
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __host__ __attribute__((host))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))

struct dim3 {
  unsigned x, y, z;
  __host__ __device__ constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
};

#ifdef __CUDA__
#define GPU(name) cuda##name
extern "C" unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = nullptr);
__device__ inline int thread() { return __nvvm_read_ptx_sreg_tid_x(); }
__device__ inline int block() { return __nvvm_read_ptx_sreg_ctaid_x(); }
__device__ inline int threads() { return __nvvm_read_ptx_sreg_ntid_x(); }
__device__ inline void meet() { __syncthreads(); }
#else
#define GPU(name) hip##name
extern "C" int __hipPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, void *stream = nullptr);
__device__ inline int thread() { return __builtin_amdgcn_workitem_id_x(); }
__device__ inline int block() { return __builtin_amdgcn_workgroup_id_x(); }
__device__ inline int threads() { return __builtin_amdgcn_workgroup_size_x(); }
__device__ inline void meet() {
  __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
  __builtin_amdgcn_s_barrier();
  __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
#endif

extern "C" {
int GPU(Malloc)(void **, size_t);
int GPU(MallocManaged)(void **, size_t, unsigned = 1);
int GPU(MallocPitch)(void **, size_t *, size_t, size_t);
int GPU(Free)(void *);
int GPU(Memcpy)(void *, const void *, size_t, int);
int GPU(Memcpy2D)(void *, size_t, const void *, size_t, size_t, size_t, int);
int GPU(Memcpy2DAsync)(void *, size_t, const void *, size_t, size_t, size_t, int, void *);
int GPU(Memset2D)(void *, size_t, int, size_t, size_t);
int GPU(Memset2DAsync)(void *, size_t, int, size_t, size_t, void *);
int GPU(MemcpyAsync)(void *, const void *, size_t, int, void *);
int GPU(MemcpyToSymbol)(const void *, const void *, size_t, size_t, int);
int GPU(MemcpyFromSymbol)(void *, const void *, size_t, size_t, int);
int GPU(MemcpyToSymbolAsync)(const void *, const void *, size_t, size_t, int, void *);
int GPU(GetSymbolAddress)(void **, const void *);
int GPU(Memset)(void *, int, size_t);
int GPU(MemsetAsync)(void *, int, size_t, void *);
int GPU(MallocHost)(void **, size_t);
int GPU(StreamWaitEvent)(void *, void *, unsigned);
#ifdef __CUDA__
int cudaFreeHost(void *);
#else
int hipHostFree(void *);
int hipFreeHost(void *);
#endif
int GPU(StreamCreate)(void **);
int GPU(StreamDestroy)(void *);
int GPU(StreamSynchronize)(void *);
int GPU(EventCreate)(void **);
int GPU(EventDestroy)(void *);
int GPU(EventRecord)(void *, void *);
int GPU(EventElapsedTime)(float *, void *, void *);
int GPU(MemPrefetchAsync)(const void *, size_t, int, void *);
int GPU(MemAdvise)(const void *, size_t, int, int);
int GPU(FuncSetAttribute)(const void *, int, int);
int GPU(DeviceSynchronize)();
int GPU(DeviceReset)();
int GPU(GetDeviceCount)(int *);
int GPU(GetDevice)(int *);
int GPU(GetLastError)();
int GPU(PeekAtLastError)();
const char *GPU(GetErrorName)(int);
const char *GPU(GetErrorString)(int);
#ifdef __CUDA__
int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, void *);
int cudaLaunchKernel_ptsz(const void *, dim3, dim3, void **, size_t, void *);
#else
int hipLaunchKernel(const void *, dim3, dim3, void **, size_t, void *);
int hipLaunchKernel_spt(const void *, dim3, dim3, void **, size_t, void *);
#endif
}

// Ends the program where something does not hold.
inline void holds(bool what, const char *text) {
  if (what) return;
  printf("wrong: %s\n", text);
  exit(1);
}
#define HOLDS(what) holds(what, #what)
