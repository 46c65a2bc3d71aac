/* The driver's functions, which CUDA and HIP have under two names: `VENDOR_HIP` says which.
 *
 * Owns: their names and types. Must not: call one. */
#pragma once
#include <stddef.h>

#ifdef VENDOR_HIP
#define VENDOR(cuda, hip) hip
#else
#define VENDOR(cuda, hip) cuda
#endif

#define LAUNCH_ARGUMENTS                                                                                                                              \
    void *function, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x, unsigned block_y, unsigned block_z, unsigned shared,         \
        void *stream, void **arguments, void **extra

/* Ours, theirs, and what they take. */
#define DRIVER(X)                                                                                                                                     \
    X(init, VENDOR(cuInit, hipInit), (unsigned flags))                                                                                                \
    X(count, VENDOR(cuDeviceGetCount, hipGetDeviceCount), (int *count))                                                                               \
    X(name, VENDOR(cuDeviceGetName, hipDeviceGetName), (char *name, int bytes, int device))                                                           \
    X(memory, VENDOR(cuMemGetInfo_v2, hipMemGetInfo), (size_t * unused, size_t *all))                                                                 \
    X(load, VENDOR(cuModuleLoadData, hipModuleLoadData), (void **module, const void *image))                                                          \
    X(function, VENDOR(cuModuleGetFunction, hipModuleGetFunction), (void **function, void *module, const char *name))                                 \
    X(global, VENDOR(cuModuleGetGlobal_v2, hipModuleGetGlobal), (void **at, size_t *bytes, void *module, const char *name))                           \
    X(allocate, VENDOR(cuMemAlloc_v2, hipMalloc), (void **at, size_t bytes))                                                                          \
    X(release, VENDOR(cuMemFree_v2, hipFree), (void *at))                                                                                             \
    X(put, VENDOR(cuMemcpyHtoD_v2, hipMemcpyHtoD), (void *to, const void *from, size_t bytes))                                                        \
    X(get, VENDOR(cuMemcpyDtoH_v2, hipMemcpyDtoH), (void *to, const void *from, size_t bytes))                                                        \
    X(copy, VENDOR(cuMemcpyDtoD_v2, hipMemcpyDtoD), (void *to, const void *from, size_t bytes))                                                       \
    X(fill, VENDOR(cuMemsetD8_v2, hipMemsetD8), (void *at, unsigned char byte, size_t bytes))                                                         \
    X(launch, VENDOR(cuLaunchKernel, hipModuleLaunchKernel), (LAUNCH_ARGUMENTS))                                                                      \
    X(wait, VENDOR(cuCtxSynchronize, hipDeviceSynchronize), (void))                                                                                   \
    X(event, VENDOR(cuEventCreate, hipEventCreateWithFlags), (void **event, unsigned flags))                                                          \
    X(record, VENDOR(cuEventRecord, hipEventRecord), (void *event, void *stream))                                                                     \
    X(reach, VENDOR(cuEventSynchronize, hipEventSynchronize), (void *event))                                                                          \
    X(between, VENDOR(cuEventElapsedTime, hipEventElapsedTime), (float *milliseconds, void *begin, void *end))
