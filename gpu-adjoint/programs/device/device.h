/* Device code without the headers of a vendor, for CUDA and HIP alike, and the kernels of each program.
 *
 * A program is a function `body(x, y, n)` that all threads of a grid run. `KERNELS` makes of it the kernels `primal`, `gradient` and `tangent`. Beside
 * `primal` the plugin puts the kernels that a host launches which is differentiated. `BY_HAND` makes the kernel `by_hand` of an adjoint that someone has
 * written, `body(x, dx, dy, n)`: it adds to `dx`, reads `dy`, and has no use for `y`.
 *
 * Owns: these names. Must not: know a program. */
#pragma once

#define DEVICE __attribute__((device))
#define GLOBAL __attribute__((global))
#define SHARED __attribute__((shared))
#define ALWAYS_INLINE __attribute__((always_inline)) inline
#define LAUNCHED __attribute__((annotate("enzyme_rs_kernel")))

typedef unsigned long long word64;

extern DEVICE int enzyme_dup, enzyme_const;
template <class... Args> DEVICE void __enzyme_autodiff(void *, Args...);
template <class... Args> DEVICE void __enzyme_fwddiff(void *, Args...);

#define KERNELS(BODY)                                                                                                                                 \
    extern "C" GLOBAL LAUNCHED void primal(const double *x, double *y, int n) { BODY(x, y, n); }                                                      \
    extern "C" GLOBAL void gradient(const double *x, double *dx, double *y, double *dy, int n)                                                        \
    {                                                                                                                                                  \
        __enzyme_autodiff((void *)BODY, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);                                                       \
    }                                                                                                                                                  \
    extern "C" GLOBAL void tangent(const double *x, double *dx, double *y, double *dy, int n)                                                         \
    {                                                                                                                                                  \
        __enzyme_fwddiff((void *)BODY, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);                                                        \
    }
#define BY_HAND(BODY)                                                                                                                                 \
    extern "C" GLOBAL void by_hand(const double *x, double *dx, const double *, const double *dy, int n) { BODY(x, dx, dy, n); }

#ifdef __NVPTX__
#define MATH(name) __nv_##name
#define WIDTH 32
DEVICE inline int thread_x() { return __nvvm_read_ptx_sreg_tid_x(); }
DEVICE inline int thread_y() { return __nvvm_read_ptx_sreg_tid_y(); }
DEVICE inline int block_x() { return __nvvm_read_ptx_sreg_ctaid_x(); }
DEVICE inline int block_y() { return __nvvm_read_ptx_sreg_ctaid_y(); }
DEVICE inline int threads_x() { return __nvvm_read_ptx_sreg_ntid_x(); }
DEVICE inline int threads_y() { return __nvvm_read_ptx_sreg_ntid_y(); }
DEVICE inline int all_x() { return __nvvm_read_ptx_sreg_nctaid_x() * threads_x(); }
DEVICE inline void barrier() { __syncthreads(); }
DEVICE inline int word_from(int value, int lane) { return __nvvm_shfl_sync_idx_i32(~0u, value, lane, 31); }
DEVICE inline int word_up(int value, int by) { return __nvvm_shfl_sync_up_i32(~0u, value, by, 0); }
DEVICE inline int word_down(int value, int by) { return __nvvm_shfl_sync_down_i32(~0u, value, by, 31); }
DEVICE inline int word_turn(int value, int by) { return __nvvm_shfl_sync_bfly_i32(~0u, value, by, 31); }
DEVICE inline int lane() { return __nvvm_read_ptx_sreg_laneid(); }
DEVICE inline word64 exchange64(word64 *at, word64 expected, word64 value) { return __nvvm_atom_cas_gen_ll((long long *)at, expected, value); }
DEVICE inline int count(int *at, int by) { return __nvvm_atom_add_gen_i(at, by); }
#elif defined(__AMDGCN__)
#define MATH(name) __ocml_##name##_f64
#define WIDTH 64
DEVICE inline int thread_x() { return __builtin_amdgcn_workitem_id_x(); }
DEVICE inline int thread_y() { return __builtin_amdgcn_workitem_id_y(); }
DEVICE inline int block_x() { return __builtin_amdgcn_workgroup_id_x(); }
DEVICE inline int block_y() { return __builtin_amdgcn_workgroup_id_y(); }
DEVICE inline int threads_x() { return __builtin_amdgcn_workgroup_size_x(); }
DEVICE inline int threads_y() { return __builtin_amdgcn_workgroup_size_y(); }
DEVICE inline int all_x() { return __builtin_amdgcn_grid_size_x(); }
DEVICE inline void barrier()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
DEVICE inline int lane() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)); }
DEVICE inline word64 exchange64(word64 *at, word64 expected, word64 value)
{
    __hip_atomic_compare_exchange_strong(at, &expected, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    return expected;
}
DEVICE inline int count(int *at, int by) { return __hip_atomic_fetch_add(at, by, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT); }
/* As HIP's headers: out of bounds, a lane reads from itself. */
DEVICE inline int word_from(int value, int from) { return __builtin_amdgcn_ds_bpermute(4 * from, value); }
DEVICE inline int word_up(int value, int by) { return word_from(value, lane() - by < 0 ? lane() : lane() - by); }
DEVICE inline int word_down(int value, int by) { return word_from(value, lane() + by >= WIDTH ? lane() : lane() + by); }
DEVICE inline int word_turn(int value, int by) { return word_from(value, lane() ^ by); }
#else
/* The host's pass sees the same source. */
#define MATH(name) name
#endif

#if defined(__NVPTX__) || defined(__AMDGCN__)
/* As the vendors' headers: a number is taken apart and put together. */
#define EXCHANGE(NAME)                                                                                                                                \
    DEVICE inline double NAME(double value, int by)                                                                                                   \
    {                                                                                                                                                  \
        int halves[2];                                                                                                                                 \
        __builtin_memcpy(halves, &value, sizeof value);                                                                                                \
        halves[0] = word_##NAME(halves[0], by), halves[1] = word_##NAME(halves[1], by);                                                                \
        __builtin_memcpy(&value, halves, sizeof value);                                                                                                \
        return value;                                                                                                                                  \
    }
EXCHANGE(from)
EXCHANGE(up)
EXCHANGE(down)
EXCHANGE(turn)
#endif

DEVICE inline int global_x() { return block_x() * threads_x() + thread_x(); }
DEVICE inline int global_y() { return block_y() * threads_y() + thread_y(); }
DEVICE inline word64 look(word64 *at) { return __scoped_atomic_load_n(at, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }
DEVICE inline void add_to(double *sum, double value) { __scoped_atomic_fetch_add(sum, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }

extern "C" {
DEVICE double MATH(sin)(double);
DEVICE double MATH(exp)(double);
DEVICE double MATH(sqrt)(double);
DEVICE double MATH(floor)(double);
DEVICE double MATH(fmax)(double, double);
DEVICE double MATH(fmin)(double, double);
}
