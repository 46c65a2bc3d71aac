/* What programs of CUDA and HIP say of derivatives.
 *
 * Launches in differentiated code of the host: the kernel is marked, and the program differentiates a function as any other.
 *
 *     __global__ ENZYME_RS_KERNEL void step(const double *u, double *v, double dt, int n);
 *
 *     double simulate(const double *u, double dt, int n);    // cudaMalloc, cudaMemcpy, step<<<blocks, threads>>>(…), …
 *
 *     double ddt = __enzyme_autodiff<double>((void *)simulate, enzyme_dup, u, du, enzyme_out, dt, enzyme_const, n);
 *
 * Derivatives within a kernel: each thread differentiates what it does.
 *
 *     __global__ void gradient(const double *x, double *dx, double *y, double *dy, int n)
 *     {
 *         __enzyme_autodiff((void *)body, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
 *     }
 *
 *     enzyme_rs::room_for_threads(4096, blocks * threads); // where loops run as often as only the run knows
 *     gradient<<<blocks, threads>>>(x, dx, y, dy, n);
 *
 * Owns: the mark of kernels, the hooks on devices and on the host, and the memory that threads keep values in. Must not: launch anything. */
#pragma once

#ifdef __HIP__
#include <hip/hip_runtime.h>
#define ENZYME_RS_GPU(name) hip##name
#define ENZYME_RS_SYMBOL(name) HIP_SYMBOL(name)
#else
#include <cuda_runtime.h>
#define ENZYME_RS_GPU(name) cuda##name
#define ENZYME_RS_SYMBOL(name) name
#endif
#include <cstddef>

/* Stands in the definition of a kernel whose launches are differentiated: `__global__ ENZYME_RS_KERNEL void k(…)`. */
#define ENZYME_RS_KERNEL __attribute__((annotate("enzyme_rs_kernel")))

/* Stands in the definition of a kernel whose launches have no derivative, in its place: one that sets up indices, prints or checks. It reads what it likes, and
 * writes integers; numbers only to memory that has no derivative. The compiler, or the program where it launches the kernel, ends where that is not so. */
#define ENZYME_RS_KERNEL_INACTIVE __attribute__((annotate("enzyme_rs_kernel_inactive")))

/* For each thread of launches of such kernels, what it keeps until the reverse beyond what is known when it is compiled; 1024 without this. */
extern "C" void enzyme_rs_gpu_bytes_per_thread(unsigned long long bytes);

extern __device__ int enzyme_dup, enzyme_dupnoneed, enzyme_const, enzyme_out, enzyme_width;

template <class Result = void, class... Arguments> __host__ __device__ Result __enzyme_autodiff(void *, Arguments...);
template <class Result = void, class... Arguments> __host__ __device__ Result __enzyme_fwddiff(void *, Arguments...);

/* Says in differentiated code of the host which numbers lie there: `__enzyme_double(pointer, bytes)`. Integers between them stay what they are. */
template <class Pointer, class... Bytes> void __enzyme_double(Pointer, Bytes...);
template <class Pointer, class... Bytes> void __enzyme_float(Pointer, Bytes...);

/* Where threads keep what their reverse passes need, if its size is not known when they are compiled: `bytes` for each of `threads`. The memory is zero
 * where no derivative runs. */
struct enzyme_rs_grid_room {
    void *memory;
    unsigned long long bytes, threads;
};
static __device__ enzyme_rs_grid_room enzyme_rs_grid_tape;

namespace enzyme_rs {

/* Gives each thread of grids up to `threads` threads `bytes` to keep values in: in launches of this source file's kernels from now on, on the present device.
 * What was given before is freed; so no derivative may run. With 0 bytes, nothing is given. */
static inline ENZYME_RS_GPU(Error_t) room_for_threads(std::size_t bytes, std::size_t threads)
{
    enzyme_rs_grid_room room;
    auto error = ENZYME_RS_GPU(MemcpyFromSymbol)(&room, ENZYME_RS_SYMBOL(enzyme_rs_grid_tape), sizeof room);
    if (!error && room.memory)
        error = ENZYME_RS_GPU(Free)(room.memory);
    /* The bytes in use, and what is lost to alignment. */
    const std::size_t each = bytes ? (bytes + 31) / 16 * 16 : 0;
    room = {nullptr, each, each ? threads : 0};
    if (!error && each * threads)
        error = ENZYME_RS_GPU(Malloc)(&room.memory, each * threads);
    if (!error && each * threads)
        error = ENZYME_RS_GPU(Memset)(room.memory, 0, each * threads);
    if (error)
        room = {nullptr, 0, 0};
    const auto told = ENZYME_RS_GPU(MemcpyToSymbol)(ENZYME_RS_SYMBOL(enzyme_rs_grid_tape), &room, sizeof room);
    return error ? error : told;
}

} // namespace enzyme_rs

#undef ENZYME_RS_SYMBOL
#undef ENZYME_RS_GPU
