/* Inline assembly of CUDA's headers, where it is one instruction: `NAME $0, $1, ...;` is `device_ptx_NAME`, with a special register as the end of the name.
 * Names leave out where memory lies, and how it is cached.
 */
#include "device.h"

CONST uint32_t device_nvvm_read_ptx_sreg_laneid(void);
CONST uint32_t device_nvvm_read_ptx_sreg_lanemask_eq(void);
CONST uint32_t device_nvvm_read_ptx_sreg_lanemask_le(void);
CONST uint32_t device_nvvm_read_ptx_sreg_lanemask_lt(void);
CONST uint32_t device_nvvm_read_ptx_sreg_lanemask_ge(void);
CONST uint32_t device_nvvm_read_ptx_sreg_lanemask_gt(void);
uint32_t device_ptx_mov_u32_laneid(void) { return device_nvvm_read_ptx_sreg_laneid(); }
uint32_t device_ptx_mov_u32_lanemask_eq(void) { return device_nvvm_read_ptx_sreg_lanemask_eq(); }
uint32_t device_ptx_mov_u32_lanemask_le(void) { return device_nvvm_read_ptx_sreg_lanemask_le(); }
uint32_t device_ptx_mov_u32_lanemask_lt(void) { return device_nvvm_read_ptx_sreg_lanemask_lt(); }
uint32_t device_ptx_mov_u32_lanemask_ge(void) { return device_nvvm_read_ptx_sreg_lanemask_ge(); }
uint32_t device_ptx_mov_u32_lanemask_gt(void) { return device_nvvm_read_ptx_sreg_lanemask_gt(); }
uint32_t device_ptx_mov_u32_warpid(void) { return enzyme_rs_emulator_warp(); }
uint32_t device_ptx_mov_u32_smid(void) { return 0; }
uint32_t device_ptx_mov_u32_clock(void) { return (uint32_t)enzyme_rs_emulator_clock(); }
uint64_t device_ptx_mov_u64_clock64(void) { return enzyme_rs_emulator_clock(); }
uint64_t device_ptx_mov_u64_globaltimer(void) { return enzyme_rs_emulator_clock(); }
void device_ptx_nanosleep_u32(uint32_t time) { enzyme_rs_emulator_yield(); }
void device_ptx_membar_cta(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void device_ptx_membar_gl(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void device_ptx_membar_sys(void) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }
void device_ptx_exit(void) { enzyme_rs_emulator_exit(); }
void device_ptx_trap(const char *site) { enzyme_rs_emulator_trap(site); }

void device_ptx_prefetch_L1(uint64_t address) {}
void device_ptx_prefetch_L2(uint64_t address) {}

/* Cooperative groups have a piece of shared memory of their own. */
static struct {
  uint64_t bytes, align;
  const char *name;
  uint64_t place;
} reserved = {1024, 16, "memory of cooperative groups", 0};
uint64_t device_ptx_reserved_shared(void) { return (uint64_t)enzyme_rs_emulator_shared(&reserved); }

/* Where blocks of a cooperative launch meet, and how they do: the headers of cooperative groups have this, and no other instruction that orders memory. */
uint32_t device_ptx_mov_u32_envreg1(void) { return (uint32_t)((uint64_t)enzyme_rs_emulator_meeting() >> 32); }
uint32_t device_ptx_mov_u32_envreg2(void) { return (uint32_t)(uint64_t)enzyme_rs_emulator_meeting(); }
uint32_t device_ptx_atom_add_release_gpu_u32(uint64_t at, uint32_t by) { return enzyme_rs_emulator_arrives((uint32_t *)at, by); }
uint32_t device_ptx_ld_acquire_gpu_u32(uint64_t at) { return enzyme_rs_emulator_looks((uint32_t *)at); }

#define MEMORY(name, type, given)                                                                                                                    \
  given device_ptx_ld_##name(uint64_t at) { return *(type *)at; }                                                                                    \
  void device_ptx_st_##name(uint64_t at, given value) { *(type *)at = (type)value; }
MEMORY(s8, int8_t, int32_t) MEMORY(u8, uint8_t, uint32_t) MEMORY(s16, int16_t, int16_t) MEMORY(u16, uint16_t, uint16_t) MEMORY(b16, uint16_t, uint16_t)
MEMORY(s32, int32_t, int32_t) MEMORY(u32, uint32_t, uint32_t) MEMORY(b32, uint32_t, uint32_t) MEMORY(s64, int64_t, int64_t)
MEMORY(u64, uint64_t, uint64_t) MEMORY(b64, uint64_t, uint64_t) MEMORY(f32, float, float) MEMORY(f64, double, double)

/* Shuffles, and shuffles with a sum, as CUB's reductions and scans of warps have them: a lane whose partner is outside keeps its own value. */
#define SHUFFLED(mode, of)                                                                                                                           \
  uint32_t device_ptx_shfl_sync_##mode##_b32(uint32_t value, int32_t lane, int32_t clamp, uint32_t mask, const char *site) {                         \
    return (uint32_t)enzyme_rs_emulator_shuffle_##of##_i32(mask, (int32_t)value, lane, clamp, 0, site);                                              \
  }
SHUFFLED(up, up) SHUFFLED(down, down) SHUFFLED(bfly, xor) SHUFFLED(idx, idx)

#define SUMMED(mode, name, type, bits, end)                                                                                                          \
  type device_ptx_shfl_sync_##mode##_add_##name(type value, int32_t lane, int32_t clamp, type own, uint32_t mask, const char *site) {                \
    int inside;                                                                                                                                      \
    bits given = enzyme_rs_emulator_shuffle_##mode##_##end(mask, BITS(bits, value), lane, clamp, &inside, site);                                     \
    return inside ? BITS(type, given) + own : BITS(type, given);                                                                                     \
  }
#define SUMS(mode)                                                                                                                                   \
  SUMMED(mode, u32, uint32_t, int32_t, i32) SUMMED(mode, f32, float, int32_t, i32) SUMMED(mode, u64, uint64_t, int64_t, i64)                         \
  double device_ptx_shfl_sync_##mode##_add_f64(double value, int32_t lane, int32_t clamp, uint32_t mask, const char *site) {                         \
    int inside;                                                                                                                                      \
    int64_t given = enzyme_rs_emulator_shuffle_##mode##_i64(mask, BITS(int64_t, value), lane, clamp, &inside, site);                                 \
    return inside ? value + BITS(double, given) : value;                                                                                             \
  }                                                                                                                                                  \
  uint64_t device_ptx_shfl_sync_##mode##_add_own_u64(uint64_t value, int32_t lane, int32_t clamp, uint32_t mask, const char *site) {                 \
    return device_ptx_shfl_sync_##mode##_add_u64(value, lane, clamp, value, mask, site);                                                             \
  }
SUMS(up) SUMS(down)

/* Lanes whose numbers have the same bit as this one's. */
uint32_t device_ptx_vote_bit(uint32_t number, uint32_t bit, const char *site) {
  uint32_t set = (uint32_t)enzyme_rs_emulator_ballot(~0u, (number & bit) != 0, site);
  return number & bit ? set : ~set;
}

/* Fields of bits: shifts by more than there are give 0. */
uint32_t device_ptx_shl_b32(uint32_t a, uint32_t by) { return by < 32 ? a << by : 0; }
uint32_t device_ptx_shr_b32(uint32_t a, uint32_t by) { return by < 32 ? a >> by : 0; }
static uint32_t field(uint32_t begin, uint32_t bits) { return device_ptx_shl_b32(bits < 32 ? (1u << bits) - 1 : ~0u, begin); }
uint32_t device_ptx_bfe_u32(uint32_t a, uint32_t begin, uint32_t bits) {
  return device_ptx_shr_b32(a & field(begin & 255, bits & 255), begin & 255);
}
uint32_t device_ptx_bfi_b32(uint32_t a, uint32_t into, uint32_t begin, uint32_t bits) {
  uint32_t there = field(begin & 255, bits & 255);
  return (device_ptx_shl_b32(a, begin & 255) & there) | (into & ~there);
}
int device___nv_byte_perm(int a, int b, int selector);
uint32_t device_ptx_prmt_b32(uint32_t a, uint32_t b, uint32_t selector) { return (uint32_t)device___nv_byte_perm((int)a, (int)b, (int)selector); }
float device_mulf_rz(float a, float b);
float device_fmaf_rz(float a, float b, float c);
float device_ptx_mul_rz_f32(float a, float b) { return device_mulf_rz(a, b); }
float device_ptx_fma_rz_f32(float a, float b, float c) { return device_fmaf_rz(a, b, c); }

/* Half precision: one number in 16 bits, or two in 32. */
static float one(uint16_t bits) { return (float)BITS(_Float16, bits); }
static uint16_t half(float x) { return BITS(uint16_t, (_Float16)x); }

#define HALVES2(name, each)                                                                                                                          \
  uint16_t device_ptx_##name##_f16(uint16_t p, uint16_t q) {                                                                                         \
    float a = one(p), b = one(q);                                                                                                                    \
    return half(each);                                                                                                                               \
  }                                                                                                                                                  \
  uint32_t device_ptx_##name##_f16x2(uint32_t p, uint32_t q) {                                                                                       \
    return device_ptx_##name##_f16((uint16_t)p, (uint16_t)q) | (uint32_t)device_ptx_##name##_f16(p >> 16, q >> 16) << 16;                            \
  }
#define HALVES1(name, each)                                                                                                                          \
  uint16_t device_ptx_##name##_f16(uint16_t p) {                                                                                                     \
    float a = one(p);                                                                                                                                \
    return half(each);                                                                                                                               \
  }                                                                                                                                                  \
  uint32_t device_ptx_##name##_f16x2(uint32_t p) {                                                                                                   \
    return device_ptx_##name##_f16((uint16_t)p) | (uint32_t)device_ptx_##name##_f16(p >> 16) << 16;                                                  \
  }
HALVES2(add, a + b) HALVES2(sub, a - b) HALVES2(mul, a * b) HALVES2(add_rn, a + b) HALVES2(sub_rn, a - b) HALVES2(mul_rn, a * b)
HALVES2(min, fminf(a, b)) HALVES2(max, fmaxf(a, b)) HALVES1(neg, -a) HALVES1(abs, fabsf(a)) HALVES1(tanh_approx, tanhf(a)) HALVES1(ex2_approx, exp2f(a))

uint16_t device_ptx_fma_rn_f16(uint16_t p, uint16_t q, uint16_t r) { return BITS(uint16_t, (_Float16)((double)one(p) * one(q) + one(r))); }
uint32_t device_ptx_fma_rn_f16x2(uint32_t p, uint32_t q, uint32_t r) {
  return device_ptx_fma_rn_f16((uint16_t)p, (uint16_t)q, (uint16_t)r) | (uint32_t)device_ptx_fma_rn_f16(p >> 16, q >> 16, r >> 16) << 16;
}

float device_ptx_cvt_f32_f16(uint16_t x) { return one(x); }
double device_ptx_cvt_f64_f16(uint16_t x) { return one(x); }
uint16_t device_ptx_cvt_rn_f16_f32(float x) { return half(x); }
uint16_t device_ptx_cvt_rn_f16_f64(double x) { return BITS(uint16_t, (_Float16)x); }

#define FROM_HALF(type, name)                                                                                                                        \
  type device_ptx_cvt_rni_##name##_f16(uint16_t x) { return (type)rintf(one(x)); }                                                                   \
  type device_ptx_cvt_rzi_##name##_f16(uint16_t x) { return (type)truncf(one(x)); }                                                                  \
  type device_ptx_cvt_rmi_##name##_f16(uint16_t x) { return (type)floorf(one(x)); }                                                                  \
  type device_ptx_cvt_rpi_##name##_f16(uint16_t x) { return (type)ceilf(one(x)); }                                                                   \
  uint16_t device_ptx_cvt_rn_f16_##name(type n) { return BITS(uint16_t, (_Float16)n); }
FROM_HALF(int16_t, s16) FROM_HALF(uint16_t, u16) FROM_HALF(int32_t, s32) FROM_HALF(uint32_t, u32) FROM_HALF(int64_t, s64) FROM_HALF(uint64_t, u64)
float device_ptx_rcp_approx_f32(float x) { return 1 / x; }
float device_ptx_max_f32(float x, float y) { return fmaxf(x, y); }
float device_ptx_min_f32(float x, float y) { return fminf(x, y); }
