/* Intrinsics of NVIDIA's devices: identity, meetings, and mathematics of the hardware, which is computed as exactly as libm does. */
#include "device.h"

#define AXES(name, value)                                                                                                                            \
  CONST uint32_t device_nvvm_read_ptx_sreg_##name##_x(void) { enum { axis = 0 }; return value(axis); }                                               \
  CONST uint32_t device_nvvm_read_ptx_sreg_##name##_y(void) { enum { axis = 1 }; return value(axis); }                                               \
  CONST uint32_t device_nvvm_read_ptx_sreg_##name##_z(void) { enum { axis = 2 }; return value(axis); }
AXES(tid, enzyme_rs_emulator_thread)
AXES(ctaid, enzyme_rs_emulator_block)
AXES(ntid, enzyme_rs_emulator_block_size)
AXES(nctaid, enzyme_rs_emulator_grid_size)

CONST static uint32_t lane(void) { return enzyme_rs_emulator_lane(); }
CONST uint32_t device_nvvm_read_ptx_sreg_laneid(void) { return lane(); }
CONST uint32_t device_nvvm_read_ptx_sreg_warpid(void) { return enzyme_rs_emulator_warp(); }
CONST uint32_t device_nvvm_read_ptx_sreg_warpsize(void) { return enzyme_rs_emulator_warp_size(); }
CONST uint32_t device_nvvm_read_ptx_sreg_lanemask_eq(void) { return 1u << lane(); }
CONST uint32_t device_nvvm_read_ptx_sreg_lanemask_le(void) { return (2u << lane()) - 1; }
CONST uint32_t device_nvvm_read_ptx_sreg_lanemask_lt(void) { return (1u << lane()) - 1; }
CONST uint32_t device_nvvm_read_ptx_sreg_lanemask_ge(void) { return -(1u << lane()); }
CONST uint32_t device_nvvm_read_ptx_sreg_lanemask_gt(void) { return ~((2u << lane()) - 1); }
uint32_t device_nvvm_read_ptx_sreg_dynamic_smem_size(void) { return (uint32_t)enzyme_rs_emulator_dynamic_shared_bytes(); }
uint32_t device_nvvm_read_ptx_sreg_smid(void) { return 0; }
uint32_t device_nvvm_read_ptx_sreg_nsmid(void) { return 1; }
uint32_t device_nvvm_read_ptx_sreg_clock(void) { return (uint32_t)enzyme_rs_emulator_clock(); }
uint64_t device_nvvm_read_ptx_sreg_clock64(void) { return enzyme_rs_emulator_clock(); }
uint64_t device_nvvm_read_ptx_sreg_globaltimer(void) { return enzyme_rs_emulator_clock(); }
void device_nvvm_nanosleep(uint32_t time) { enzyme_rs_emulator_yield(); }

/* Only the block's own barrier, which has the number 0, and for all of its threads. */
static void is_of_all(uint32_t number, const char *site) {
  if (number) enzyme_rs_emulator_trap(site);
}

#define BARRIER(kind)                                                                                                                                \
  void device_nvvm_barrier_cta_sync_##kind(uint32_t number, const char *site) { is_of_all(number, site); enzyme_rs_emulator_barrier(site); }         \
  uint32_t device_nvvm_barrier_cta_red_popc_##kind(uint32_t number, _Bool value, const char *site) {                                                 \
    is_of_all(number, site);                                                                                                                         \
    return (uint32_t)enzyme_rs_emulator_barrier_popc(value, site);                                                                                   \
  }                                                                                                                                                  \
  _Bool device_nvvm_barrier_cta_red_and_##kind(uint32_t number, _Bool value, const char *site) {                                                     \
    is_of_all(number, site);                                                                                                                         \
    return enzyme_rs_emulator_barrier_and(value, site) != 0;                                                                                         \
  }                                                                                                                                                  \
  _Bool device_nvvm_barrier_cta_red_or_##kind(uint32_t number, _Bool value, const char *site) {                                                      \
    is_of_all(number, site);                                                                                                                         \
    return enzyme_rs_emulator_barrier_or(value, site) != 0;                                                                                          \
  }
BARRIER(aligned_all)
BARRIER(all)

void device_nvvm_bar_warp_sync(uint32_t mask, const char *site) { enzyme_rs_emulator_warp_barrier(mask, site); }
uint32_t device_nvvm_activemask(const char *site) { return (uint32_t)enzyme_rs_emulator_active_mask(site); }

#define SHUFFLE(ptx, mode)                                                                                                                           \
  int32_t device_nvvm_shfl_sync_##ptx##_i32(uint32_t mask, int32_t value, int32_t lane, int32_t clamp, const char *site) {                           \
    return enzyme_rs_emulator_shuffle_##mode##_i32(mask, value, lane, clamp, 0, site);                                                               \
  }                                                                                                                                                  \
  float device_nvvm_shfl_sync_##ptx##_f32(uint32_t mask, float value, int32_t lane, int32_t clamp, const char *site) {                               \
    return BITS(float, enzyme_rs_emulator_shuffle_##mode##_i32(mask, BITS(int32_t, value), lane, clamp, 0, site));                                   \
  }                                                                                                                                                  \
  int32_t device_nvvm_shfl_sync_##ptx##_i32p(uint32_t mask, int32_t value, int32_t lane, int32_t clamp, int *inside, const char *site) {             \
    return enzyme_rs_emulator_shuffle_##mode##_i32(mask, value, lane, clamp, inside, site);                                                          \
  }                                                                                                                                                  \
  float device_nvvm_shfl_sync_##ptx##_f32p(uint32_t mask, float value, int32_t lane, int32_t clamp, int *inside, const char *site) {                 \
    return BITS(float, enzyme_rs_emulator_shuffle_##mode##_i32(mask, BITS(int32_t, value), lane, clamp, inside, site));                              \
  }
SHUFFLE(idx, idx)
SHUFFLE(up, up)
SHUFFLE(down, down)
SHUFFLE(bfly, xor)

uint32_t device_nvvm_vote_ballot_sync(uint32_t mask, _Bool value, const char *site) { return (uint32_t)enzyme_rs_emulator_ballot(mask, value, site); }
_Bool device_nvvm_vote_any_sync(uint32_t mask, _Bool value, const char *site) { return enzyme_rs_emulator_any(mask, value, site) != 0; }
_Bool device_nvvm_vote_all_sync(uint32_t mask, _Bool value, const char *site) { return enzyme_rs_emulator_all(mask, value, site) != 0; }
_Bool device_nvvm_vote_uni_sync(uint32_t mask, _Bool value, const char *site) {
  uint64_t which = enzyme_rs_emulator_ballot(mask, value, site);
  return which == 0 || !enzyme_rs_emulator_any(mask, !value, site);
}
uint32_t device_nvvm_match_any_sync_i32(uint32_t mask, int32_t value, const char *site) {
  return (uint32_t)enzyme_rs_emulator_match_any(mask, value, site);
}
uint32_t device_nvvm_match_any_sync_i64(uint32_t mask, int64_t value, const char *site) {
  return (uint32_t)enzyme_rs_emulator_match_any(mask, value, site);
}
uint32_t device_nvvm_match_all_sync_i32p(uint32_t mask, int32_t value, int *same, const char *site) {
  return (uint32_t)enzyme_rs_emulator_match_all(mask, value, same, site);
}
uint32_t device_nvvm_match_all_sync_i64p(uint32_t mask, int64_t value, int *same, const char *site) {
  return (uint32_t)enzyme_rs_emulator_match_all(mask, value, same, site);
}

/* Reductions of a warp: each lane reads those of the mask, one after the other. */
#define REDUCTION(name, type, combined)                                                                                                              \
  type device_nvvm_redux_sync_##name(type value, uint32_t mask, const char *site) {                                                                  \
    type a = 0;                                                                                                                                      \
    for (uint32_t first = 1, rest = mask; rest; rest &= rest - 1, first = 0) {                                                                       \
      type b = BITS(type, enzyme_rs_emulator_shuffle_idx_i32(mask, BITS(int32_t, value), __builtin_ctz(rest), 31, 0, site));                         \
      a = first ? b : (combined);                                                                                                                    \
    }                                                                                                                                                \
    return a;                                                                                                                                        \
  }
REDUCTION(add, uint32_t, a + b) REDUCTION(and, uint32_t, a & b) REDUCTION(or, uint32_t, a | b) REDUCTION(xor, uint32_t, a ^ b)
REDUCTION(min, int32_t, a < b ? a : b) REDUCTION(max, int32_t, a > b ? a : b)
REDUCTION(umin, uint32_t, a < b ? a : b) REDUCTION(umax, uint32_t, a > b ? a : b)
REDUCTION(fmin, float, fminf(a, b)) REDUCTION(fmax, float, fmaxf(a, b))

/* Fences: of the whole device, whatever their scope. */
void device_nvvm_membar_cta(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void device_nvvm_membar_gl(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void device_nvvm_membar_sys(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

/* Atomic updates that LLVM has no instruction for, of the scopes of a block and of the system. */
#define UPDATE(name, type, end, update)                                                                                                              \
  type device_nvvm_atomic_##name##_cta_##end(type *at, type value) { return update; }                                                                \
  type device_nvvm_atomic_##name##_sys_##end(type *at, type value) { return update; }
#define FETCH(operation) __atomic_fetch_##operation(at, value, __ATOMIC_RELAXED)
#define INTEGERS(type, unsigned_type, end)                                                                                                           \
  UPDATE(add_gen_i, type, end, FETCH(add)) UPDATE(and_gen_i, type, end, FETCH(and)) UPDATE(or_gen_i, type, end, FETCH(or))                           \
  UPDATE(xor_gen_i, type, end, FETCH(xor)) UPDATE(max_gen_i, type, end, FETCH(max)) UPDATE(min_gen_i, type, end, FETCH(min))                         \
  UPDATE(exch_gen_i, type, end, __atomic_exchange_n(at, value, __ATOMIC_RELAXED))
INTEGERS(int32_t, uint32_t, i32_p0) INTEGERS(int64_t, uint64_t, i64_p0)
UPDATE(add_gen_f, float, f32_p0, FETCH(add)) UPDATE(add_gen_f, double, f64_p0, FETCH(add))

#define EXCHANGE(type, end)                                                                                                                          \
  type device_nvvm_atomic_cas_gen_i_##end(type *at, type expected, type value) {                                                                     \
    __atomic_compare_exchange_n(at, &expected, value, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                                                        \
    return expected;                                                                                                                                 \
  }
EXCHANGE(int32_t, cta_i32_p0) EXCHANGE(int32_t, sys_i32_p0) EXCHANGE(int64_t, cta_i64_p0) EXCHANGE(int64_t, sys_i64_p0)

_Bool device_nvvm_isspacep_shared(const void *address) { return enzyme_rs_emulator_is_shared(address); }
_Bool device_nvvm_isspacep_local(const void *address) { return enzyme_rs_emulator_is_own(address); }
_Bool device_nvvm_isspacep_global(const void *address) {
  return !enzyme_rs_emulator_is_shared(address) && !enzyme_rs_emulator_is_own(address);
}

/* Mathematics of the hardware. */
#define SINGLE(ptx, with) float device_nvvm_##ptx##_f(float x) { return with(x); }
#define DOUBLE(ptx, with) double device_nvvm_##ptx##_d(double x) { return with(x); }
float device_rsqrtf(float x);
double device_rsqrt(double x);
SINGLE(sin_approx, sinf) SINGLE(cos_approx, cosf) SINGLE(lg2_approx, log2f) SINGLE(sqrt_approx, sqrtf) SINGLE(rsqrt_approx, device_rsqrtf)
SINGLE(ceil, ceilf) SINGLE(floor, floorf) SINGLE(trunc, truncf) SINGLE(round, rintf)
DOUBLE(lg2_approx, log2) DOUBLE(rsqrt_approx, device_rsqrt) DOUBLE(rcp_approx, 1 /)
DOUBLE(ceil, ceil) DOUBLE(floor, floor) DOUBLE(trunc, trunc) DOUBLE(round, rint)
float device_nvvm_sqrt_f(float x) { return sqrtf(x); }
float device_nvvm_rcp_approx_f(float x) { return 1 / x; }
float device_nvvm_ex2_approx_f32(float x) { return exp2f(x); }
float device_nvvm_tanh_approx_f32(float x) { return tanhf(x); }
float device_nvvm_div_approx_f(float x, float y) { return x / y; }
float device_nvvm_div_full(float x, float y) { return x / y; }
float device_nvvm_saturate_f(float x) { return x > 0 ? fminf(x, 1) : 0; }
double device_nvvm_saturate_d(double x) { return x > 0 ? fmin(x, 1) : 0; }
float device_nvvm_fabs_f32(float x) { return fabsf(x); }
double device_nvvm_fabs_f64(double x) { return fabs(x); }
double device_nvvm_fmax_d(double x, double y) { return fmax(x, y); }
double device_nvvm_fmin_d(double x, double y) { return fmin(x, y); }
static float or_nan(float x, float y, float otherwise) { return isnan(x) ? x : isnan(y) ? y : otherwise; }
#define EXTREME(name, with)                                                                                                                          \
  float device_nvvm_##name##_f(float x, float y) { return with(x, y); }                                                                              \
  float device_nvvm_##name##_nan_f(float x, float y) { return or_nan(x, y, with(x, y)); }
EXTREME(fmax, fmaxf) EXTREME(fmin, fminf)

/* What CUDA's library has for all devices. */
int device_vprintf(const char *format, const void *arguments) { return enzyme_rs_emulator_print(format, arguments); }
void device___assertfail(const char *asserted, const char *file, uint32_t line, const char *function, uint64_t character) {
  enzyme_rs_emulator_assertion(asserted, file, line, function);
}
void device___assert_fail(const char *asserted, const char *file, uint32_t line, const char *function) {
  enzyme_rs_emulator_assertion(asserted, file, line, function);
}
void device_nvvm_exit(void) { enzyme_rs_emulator_exit(); }
void device_trap(const char *site) { enzyme_rs_emulator_trap(site); }

/* What the compiler of CUDA asks of the device: 0 for all, which is the answer of IEEE arithmetic. */
int device___nvvm_reflect(const char *question) { return 0; }
int device_nvvm_reflect(const char *question) { return 0; }
