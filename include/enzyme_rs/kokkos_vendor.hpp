// The device that Kokkos was built for: what CUDA and HIP, and Kokkos' back ends for them, call the same things. Included by kokkos.hpp, and not by programs.
#pragma once

#if defined(KOKKOS_ENABLE_CUDA)
#include <cuda_runtime_api.h>
#define ENZYME_RS_KOKKOS_GPU(name) cuda##name
#elif defined(KOKKOS_ENABLE_HIP)
#include <hip/hip_runtime_api.h>
#define ENZYME_RS_KOKKOS_GPU(name) hip##name
#endif

#if defined(ENZYME_RS_KOKKOS_GPU)
namespace enzyme_rs::kokkos::device {

using Error = ENZYME_RS_KOKKOS_GPU(Error_t);
using Stream = ENZYME_RS_KOKKOS_GPU(Stream_t);

// Memory of the device, memory that both sides use, and memory of the host that the device can use.
#if defined(KOKKOS_ENABLE_CUDA)
using Space = Kokkos::Cuda;
using Memory = Kokkos::CudaSpace;
using SharedMemory = Kokkos::CudaUVMSpace;
using PinnedMemory = Kokkos::CudaHostPinnedSpace;
inline Error obtain_pinned(void** at, size_t bytes) { return cudaMallocHost(at, bytes); }
inline Error end_pinned(void* at) { return cudaFreeHost(at); }
#else
using Space = Kokkos::HIP;
using Memory = Kokkos::HIPSpace;
using SharedMemory = Kokkos::HIPManagedSpace;
using PinnedMemory = Kokkos::HIPHostPinnedSpace;
inline Error obtain_pinned(void** at, size_t bytes) { return hipHostMalloc(at, bytes, hipHostMallocDefault); }
inline Error end_pinned(void* at) { return hipHostFree(at); }
#endif

}  // namespace enzyme_rs::kokkos::device
#endif
