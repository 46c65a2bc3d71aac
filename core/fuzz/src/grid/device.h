/* What the kernels of a test are made of: CUDA's and HIP's device code without the headers of a vendor. */
#define DEVICE __attribute__((device))
#define GLOBAL __attribute__((global))
#define SHARED __attribute__((shared))
#define NOINLINE __attribute__((noinline))
/* Derivatives stand beside such a kernel, as a host launches them. */
#define LAUNCHED __attribute__((annotate("enzyme_rs_kernel")))
#define LEAST(a, b) ((a) < (b) ? (a) : (b))
#define MOST(a, b) ((a) > (b) ? (a) : (b))

extern DEVICE int enzyme_dup, enzyme_const;
template <class... Args> DEVICE void __enzyme_autodiff(void *, Args...);
template <class... Args> DEVICE void __enzyme_fwddiff(void *, Args...);

struct pair {
    double a, b;
};
struct mixed {
    double a;
    float b;
    int k;
    double c[2];
};

/* What a kernel is handed by value. */
struct given {
    int k;
    double a[4], s, b[3];
};

/* Kernels with a derivative where the host launches them alone, and all others. */
#define OF_LAUNCH(NAME, PROMISE)                                                                                       \
    extern "C" GLOBAL LAUNCHED void NAME##_primal(const double *PROMISE x, double *y, int n) { NAME##_body(x, y, n); }
#define KERNELS(NAME, PROMISE)                                                                                         \
    OF_LAUNCH(NAME, PROMISE)                                                                                           \
    extern "C" GLOBAL void NAME##_gradient(const double *x, double *dx, double *y, double *dy, int n)                  \
    {                                                                                                                  \
        __enzyme_autodiff((void *)NAME##_body, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);                  \
    }                                                                                                                  \
    extern "C" GLOBAL void NAME##_tangent(const double *x, double *dx, double *y, double *dy, int n)                   \
    {                                                                                                                  \
        __enzyme_fwddiff((void *)NAME##_body, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n);                   \
    }

/* The same with a structure. Within a kernel it is memory of the device as others. */
#define OF_LAUNCH_GIVEN(NAME, PROMISE)                                                                                 \
    extern "C" GLOBAL LAUNCHED void NAME##_primal(const double *PROMISE x, double *y, int n, given g) { NAME##_body(x, y, n, g); }
#define KERNELS_GIVEN(NAME, PROMISE)                                                                                   \
    OF_LAUNCH_GIVEN(NAME, PROMISE)                                                                                     \
    DEVICE void NAME##_given(const double *x, double *y, int n, const given *g) { NAME##_body(x, y, n, *g); }          \
    extern "C" GLOBAL void NAME##_gradient(const double *x, double *dx, double *y, double *dy, int n, given *g, given *dg) \
    {                                                                                                                  \
        __enzyme_autodiff((void *)NAME##_given, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n, enzyme_dup, g, dg); \
    }                                                                                                                  \
    extern "C" GLOBAL void NAME##_tangent(const double *x, double *dx, double *y, double *dy, int n, given *g, given *dg) \
    {                                                                                                                  \
        __enzyme_fwddiff((void *)NAME##_given, enzyme_dup, x, dx, enzyme_dup, y, dy, enzyme_const, n, enzyme_dup, g, dg); \
    }

#ifdef __NVPTX__
#define MATH64(name) __nv_##name
#define MATH32(name) __nv_##name##f
#define WIDTH 32
DEVICE inline int thread_x() { return __nvvm_read_ptx_sreg_tid_x(); }
DEVICE inline int thread_y() { return __nvvm_read_ptx_sreg_tid_y(); }
DEVICE inline int block_x() { return __nvvm_read_ptx_sreg_ctaid_x(); }
DEVICE inline int block_y() { return __nvvm_read_ptx_sreg_ctaid_y(); }
DEVICE inline int threads_x() { return __nvvm_read_ptx_sreg_ntid_x(); }
DEVICE inline int threads_y() { return __nvvm_read_ptx_sreg_ntid_y(); }
DEVICE inline int blocks_x() { return __nvvm_read_ptx_sreg_nctaid_x(); }
DEVICE inline int all_x() { return threads_x() * blocks_x(); }
DEVICE inline int all_y() { return threads_y() * (int)__nvvm_read_ptx_sreg_nctaid_y(); }
DEVICE inline void barrier() { __syncthreads(); }
DEVICE inline int lane() { return __nvvm_read_ptx_sreg_laneid(); }
/* Within parts of so many lanes, whose bounds are the last operand. */
#define BOUNDS(part) ((WIDTH - (part)) << 8)
DEVICE inline int word_from(int value, int lane, int part) { return __nvvm_shfl_sync_idx_i32(~0u, value, lane, BOUNDS(part) | 31); }
DEVICE inline int word_up(int value, int by, int part) { return __nvvm_shfl_sync_up_i32(~0u, value, by, BOUNDS(part)); }
DEVICE inline int word_down(int value, int by, int part) { return __nvvm_shfl_sync_down_i32(~0u, value, by, BOUNDS(part) | 31); }
DEVICE inline int word_turn(int value, int by, int part) { return __nvvm_shfl_sync_bfly_i32(~0u, value, by, BOUNDS(part) | 31); }
DEVICE inline int any_lane(bool holds) { return __nvvm_vote_any_sync(~0u, holds); }
DEVICE inline int all_lanes(bool holds) { return __nvvm_vote_all_sync(~0u, holds); }
DEVICE inline void warp_barrier() { __nvvm_bar_warp_sync(~0u); }
DEVICE inline unsigned long long exchange(unsigned long long *at, unsigned long long expected, unsigned long long value) { return __nvvm_atom_cas_gen_ll((long long *)at, expected, value); }
DEVICE inline unsigned exchange(unsigned *at, unsigned expected, unsigned value) { return __nvvm_atom_cas_gen_i((int *)at, expected, value); }
#elif defined(__AMDGCN__)
#define MATH64(name) __ocml_##name##_f64
#define MATH32(name) __ocml_##name##_f32
#define WIDTH 64
DEVICE inline int thread_x() { return __builtin_amdgcn_workitem_id_x(); }
DEVICE inline int thread_y() { return __builtin_amdgcn_workitem_id_y(); }
DEVICE inline int block_x() { return __builtin_amdgcn_workgroup_id_x(); }
DEVICE inline int block_y() { return __builtin_amdgcn_workgroup_id_y(); }
DEVICE inline int threads_x() { return __builtin_amdgcn_workgroup_size_x(); }
DEVICE inline int threads_y() { return __builtin_amdgcn_workgroup_size_y(); }
DEVICE inline int blocks_x() { return __builtin_amdgcn_grid_size_x() / __builtin_amdgcn_workgroup_size_x(); }
DEVICE inline int all_x() { return __builtin_amdgcn_grid_size_x(); }
DEVICE inline int all_y() { return __builtin_amdgcn_grid_size_y(); }
DEVICE inline void barrier()
{
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}
DEVICE inline int lane() { return __builtin_amdgcn_mbcnt_hi(~0u, __builtin_amdgcn_mbcnt_lo(~0u, 0)); }
/* As HIP's headers: out of bounds, a lane reads from itself. */
DEVICE inline int word_of(int value, int lane) { return __builtin_amdgcn_ds_bpermute(4 * lane, value); }
DEVICE inline int word_from(int value, int from, int part) { return word_of(value, (from & (part - 1)) + (lane() & ~(part - 1))); }
DEVICE inline int word_up(int value, int by, int part)
{
    int self = lane(), other = self - by;
    return word_of(value, other < (self & ~(part - 1)) ? self : other);
}
DEVICE inline int word_down(int value, int by, int part)
{
    int self = lane();
    return word_of(value, (self & (part - 1)) + by >= part ? self : self + by);
}
DEVICE inline int word_turn(int value, int by, int part)
{
    int self = lane(), other = self ^ by;
    return word_of(value, other >= ((self + part) & ~(part - 1)) ? self : other);
}
DEVICE inline int any_lane(bool holds) { return __builtin_amdgcn_ballot_w64(holds) != 0; }
DEVICE inline int all_lanes(bool holds) { return __builtin_amdgcn_ballot_w64(!holds) == 0; }
template <class Word> DEVICE inline Word exchange(Word *at, Word expected, Word value)
{
    __hip_atomic_compare_exchange_strong(at, &expected, value, __ATOMIC_RELAXED, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    return expected;
}
/* Lanes that hand each other numbers in shared memory meet with the whole block. */
DEVICE inline void warp_barrier() { barrier(); }
#endif

/* As the vendors' headers: a number is taken apart and put together. */
#define EXCHANGE(NAME)                                                                                                 \
    DEVICE inline double NAME(double value, int by, int part)                                                                    \
    {                                                                                                                  \
        int halves[2];                                                                                                 \
        __builtin_memcpy(halves, &value, sizeof value);                                                                \
        halves[0] = word_##NAME(halves[0], by, part), halves[1] = word_##NAME(halves[1], by, part);                                \
        __builtin_memcpy(&value, halves, sizeof value);                                                                \
        return value;                                                                                                  \
    }                                                                                                                  \
    DEVICE inline float NAME##_float(float value, int by, int part)                                                              \
    {                                                                                                                  \
        int word;                                                                                                      \
        __builtin_memcpy(&word, &value, sizeof value);                                                                 \
        word = word_##NAME(word, by, part);                                                                                  \
        __builtin_memcpy(&value, &word, sizeof value);                                                                 \
        return value;                                                                                                  \
    }
EXCHANGE(from)
EXCHANGE(up)
EXCHANGE(down)
EXCHANGE(turn)

DEVICE inline int thread_id() { return thread_x() + threads_x() * thread_y(); }
DEVICE inline int threads() { return threads_x() * threads_y(); }
DEVICE inline int block_id() { return block_x() + blocks_x() * block_y(); }
DEVICE inline int global_x() { return block_x() * threads_x() + thread_x(); }
DEVICE inline int global_y() { return block_y() * threads_y() + thread_y(); }
DEVICE inline int row_id() { return global_x(); }
DEVICE inline int global_id() { return block_id() * threads() + thread_id(); }

/* What blocks share, and what a block shares. */
DEVICE inline void add_to(double *sum, double value) { __scoped_atomic_fetch_add(sum, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }
DEVICE inline void add_here(double *sum, double value) { __scoped_atomic_fetch_add(sum, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP); }
DEVICE inline void add_here(float *sum, float value) { __scoped_atomic_fetch_add(sum, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_WRKGRP); }

/* The same by exchanges until nobody has changed the number in between. */
#define BY_TRIES(NAME, NUMBER, WORD)                                                                                   \
    DEVICE inline void NAME(NUMBER *sum, NUMBER value)                                                                 \
    {                                                                                                                  \
        WORD *at = (WORD *)sum, old = __scoped_atomic_load_n(at, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE), assumed;    \
        do {                                                                                                           \
            assumed = old;                                                                                             \
            NUMBER there;                                                                                              \
            __builtin_memcpy(&there, &assumed, sizeof there);                                                          \
            there += value;                                                                                            \
            WORD now;                                                                                                  \
            __builtin_memcpy(&now, &there, sizeof now);                                                                \
            old = exchange(at, assumed, now);                                                                          \
        } while (assumed != old);                                                                                      \
    }
BY_TRIES(add_to_by_tries, double, unsigned long long)
BY_TRIES(add_here_by_tries, double, unsigned long long)
BY_TRIES(add_here_by_tries, float, unsigned)

DEVICE inline void raise(double *most, double value) { __scoped_atomic_fetch_max(most, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }
DEVICE inline void lower(double *least, double value) { __scoped_atomic_fetch_min(least, value, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE); }
#define EXTREME_BY_TRIES(NAME, MATH)                                                                                   \
    DEVICE inline void NAME(double *extreme, double value)                                                             \
    {                                                                                                                  \
        typedef unsigned long long word;                                                                               \
        word *at = (word *)extreme, old = __scoped_atomic_load_n(at, __ATOMIC_RELAXED, __MEMORY_SCOPE_DEVICE), assumed;\
        do {                                                                                                           \
            assumed = old;                                                                                             \
            old = exchange(at, assumed, __builtin_bit_cast(word, MATH(value, __builtin_bit_cast(double, assumed))));   \
        } while (assumed != old);                                                                                      \
    }

extern "C" {
#define DECLARE1(name) DEVICE double MATH64(name)(double); DEVICE float MATH32(name)(float);
#define DECLARE2(name) DEVICE double MATH64(name)(double, double); DEVICE float MATH32(name)(float, float);
DECLARE1(sin) DECLARE1(cos) DECLARE1(tan) DECLARE1(exp) DECLARE1(log) DECLARE1(log1p) DECLARE1(sqrt) DECLARE1(cbrt)
DECLARE1(tanh) DECLARE1(sinh) DECLARE1(atan) DECLARE1(asin) DECLARE1(fabs)
DECLARE2(pow) DECLARE2(fmax) DECLARE2(fmin) DECLARE2(atan2) DECLARE2(hypot)
}
EXTREME_BY_TRIES(raise_by_tries, MATH64(fmax))
EXTREME_BY_TRIES(lower_by_tries, MATH64(fmin))
