/* What kernels of CUDA and HIP, and the host program that launches them, say of derivatives.
 *
 *     __device__ void body(const double *x, double *y, int n);
 *
 *     __global__ void gradient(const double *x, double *dx, double *y, double *dy, int n)
 *     {
 *         __enzyme_autodiff((void *)body, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);
 *     }
 *
 *     enzyme_rs::room_for_threads(4096, blocks * threads); // where loops run as often as only the run knows
 *     gradient<<<blocks, threads>>>(x, dx, y, dy, n);
 *
 * Owns: the hooks on devices, and the memory that threads keep values in. Must not: launch anything. */
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

extern __device__ int enzyme_dup, enzyme_dupnoneed, enzyme_const, enzyme_out, enzyme_width;

template <class Result = void, class... Arguments> __device__ Result __enzyme_autodiff(void *, Arguments...);
template <class Result = void, class... Arguments> __device__ Result __enzyme_fwddiff(void *, Arguments...);

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
