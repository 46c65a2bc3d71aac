/* Intrinsics of AMD's devices, and what OCKL and OCML have beside mathematics. */
#include "device.h"

#define AXIS(n, letter)                                                                                                                              \
  CONST uint32_t device_amdgcn_workitem_id_##letter(void) { return enzyme_rs_emulator_thread(n); }                                                   \
  CONST uint32_t device_amdgcn_workgroup_id_##letter(void) { return enzyme_rs_emulator_block(n); }
AXIS(0, x) AXIS(1, y) AXIS(2, z)

const void *device_amdgcn_implicitarg_ptr(void) { return enzyme_rs_emulator_implicit_arguments(); }
const void *device_amdgcn_dispatch_ptr(void) { return enzyme_rs_emulator_dispatch_packet(); }
uint64_t device_amdgcn_dispatch_id(void) { return 0; }

/* OpenCL's names for the same: a work group is a block, and a global size is in threads. */
CONST uint64_t device___ockl_get_local_id(uint32_t axis) { return enzyme_rs_emulator_thread(axis); }
CONST uint64_t device___ockl_get_group_id(uint32_t axis) { return enzyme_rs_emulator_block(axis); }
CONST uint64_t device___ockl_get_local_size(uint32_t axis) { return enzyme_rs_emulator_block_size(axis); }
CONST uint64_t device___ockl_get_enqueued_local_size(uint32_t axis) { return enzyme_rs_emulator_block_size(axis); }
CONST uint64_t device___ockl_get_num_groups(uint32_t axis) { return enzyme_rs_emulator_grid_size(axis); }
CONST uint64_t device___ockl_get_global_size(uint32_t axis) {
  return (uint64_t)enzyme_rs_emulator_grid_size(axis) * enzyme_rs_emulator_block_size(axis);
}
CONST uint64_t device___ockl_get_global_id(uint32_t axis) {
  return (uint64_t)enzyme_rs_emulator_block(axis) * enzyme_rs_emulator_block_size(axis) + enzyme_rs_emulator_thread(axis);
}

CONST uint32_t device_amdgcn_wavefrontsize(void) { return enzyme_rs_emulator_warp_size(); }
CONST uint32_t device___ockl_wfsize(void) { return enzyme_rs_emulator_warp_size(); }

void device_amdgcn_s_barrier(const char *site) { enzyme_rs_emulator_barrier(site); }
void device_amdgcn_wave_barrier(const char *site) { enzyme_rs_emulator_warp_barrier(~0ull, site); }
uint32_t device___ockl_wgred_add_i32(uint32_t value, const char *site) { return (uint32_t)enzyme_rs_emulator_barrier_popc((int32_t)value, site); }
uint32_t device___ockl_wgred_and_i32(uint32_t value, const char *site) { return (uint32_t)enzyme_rs_emulator_barrier_and((int32_t)value, site); }
uint32_t device___ockl_wgred_or_i32(uint32_t value, const char *site) { return (uint32_t)enzyme_rs_emulator_barrier_or((int32_t)value, site); }

/* The barrier of a grid: as many blocks as there are change the highest bit of the number by what they add. */
void device___ockl_grid_sync(const char *site) {
  uint32_t *meeting = enzyme_rs_emulator_meeting();
  if (!meeting) enzyme_rs_emulator_trap(site);
  enzyme_rs_emulator_barrier(site);
  if (!(enzyme_rs_emulator_thread(0) | enzyme_rs_emulator_thread(1) | enzyme_rs_emulator_thread(2))) {
    uint32_t blocks = enzyme_rs_emulator_grid_size(0) * enzyme_rs_emulator_grid_size(1) * enzyme_rs_emulator_grid_size(2);
    _Bool first = !(enzyme_rs_emulator_block(0) | enzyme_rs_emulator_block(1) | enzyme_rs_emulator_block(2));
    uint32_t before = enzyme_rs_emulator_arrives(meeting + 1, first ? 0x80000000u - (blocks - 1) : 1);
    while (!((before ^ enzyme_rs_emulator_looks(meeting + 1)) >> 31)) continue;
  }
  enzyme_rs_emulator_barrier(site);
}
uint32_t device___ockl_grid_is_valid(void) { return enzyme_rs_emulator_meeting() != 0; }
void device_amdgcn_s_sleep(uint32_t time) { enzyme_rs_emulator_yield(); }
uint64_t device_amdgcn_s_memtime(void) { return enzyme_rs_emulator_clock(); }
uint64_t device_amdgcn_s_memrealtime(void) { return enzyme_rs_emulator_clock(); }

int32_t device___ockl_wfany_i32(int32_t value, const char *site) { return enzyme_rs_emulator_any(~0ull, value, site); }
int32_t device___ockl_wfall_i32(int32_t value, const char *site) { return enzyme_rs_emulator_all(~0ull, value, site); }

/* A fence of the whole device, whatever its scope. */
void device___atomic_work_item_fence(uint32_t flags, uint32_t order, uint32_t scope) { __atomic_thread_fence(__ATOMIC_SEQ_CST); }

/* printf, and what assert prints. */
uint64_t device___ockl_printf_begin(uint64_t version) { return enzyme_rs_emulator_print_begin(0); }
uint64_t device___ockl_fprintf_stdout_begin(void) { return enzyme_rs_emulator_print_begin(0); }
uint64_t device___ockl_fprintf_stderr_begin(void) { return enzyme_rs_emulator_print_begin(1); }

#define PIECES(name)                                                                                                                                 \
  uint64_t device___ockl_##name##_append_string_n(uint64_t print, const char *text, uint64_t bytes, uint32_t last) {                                 \
    return enzyme_rs_emulator_print_text(print, text, bytes, last);                                                                                  \
  }                                                                                                                                                  \
  uint64_t device___ockl_##name##_append_args(uint64_t print, uint32_t count, uint64_t a, uint64_t b, uint64_t c, uint64_t d, uint64_t e,            \
                                              uint64_t f, uint64_t g, uint32_t last) {                                                               \
    uint64_t all[] = {a, b, c, d, e, f, g};                                                                                                          \
    return enzyme_rs_emulator_print_numbers(print, count, all, last);                                                                                \
  }
PIECES(printf) PIECES(fprintf)

/* Waits for memory, and hints for the scheduler, which have no meaning here. */
void device_amdgcn_s_waitcnt(uint32_t counters) {}
void device_amdgcn_sched_barrier(uint32_t mask) {}
void device_amdgcn_s_setprio(uint16_t priority) {}

/* Lanes. */
int32_t device_amdgcn_ds_bpermute(int32_t address, int32_t value, const char *site) { return enzyme_rs_emulator_ds_bpermute(address, value, site); }

#define READS(end, type, bits)                                                                                                                       \
  type device_amdgcn_readfirstlane_##end(type value, const char *site) {                                                                             \
    bits all = BITS(bits, value), found = 0;                                                                                                         \
    for (unsigned word = 0; word < sizeof all / 4; word++)                                                                                           \
      found |= (bits)(uint32_t)enzyme_rs_emulator_read_first_lane((int32_t)(all >> 32 * word), site) << 32 * word;                                   \
    return BITS(type, found);                                                                                                                        \
  }                                                                                                                                                  \
  type device_amdgcn_readlane_##end(type value, int32_t lane, const char *site) {                                                                    \
    bits all = BITS(bits, value), found = 0;                                                                                                         \
    for (unsigned word = 0; word < sizeof all / 4; word++)                                                                                           \
      found |= (bits)(uint32_t)enzyme_rs_emulator_readlane((int32_t)(all >> 32 * word), lane, site) << 32 * word;                                    \
    return BITS(type, found);                                                                                                                        \
  }
READS(i32, int32_t, uint32_t) READS(f32, float, uint32_t) READS(i64, int64_t, uint64_t) READS(f64, double, uint64_t)

/* The lane from which one reads by a pattern of DPP; none (-1) where there is none. */
static int32_t dpp_source(uint32_t pattern, int32_t me) {
  int32_t width = (int32_t)enzyme_rs_emulator_warp_size(), by = (int32_t)(pattern & 15), first = me / 16 * 16, at = me % 16;
  if (pattern < 0x100)
    return me / 4 * 4 + (int32_t)(pattern >> 2 * (me % 4) & 3);
  switch (pattern >> 4) {
  case 0x10: return at + by < 16 ? me + by : -1;
  case 0x11: return at >= by ? me - by : -1;
  case 0x12: return first + (at - by + 16) % 16;
  case 0x15: return first + by;
  case 0x16: return first + (at ^ by);
  }
  switch (pattern) {
  case 0x130: return me + 1 < width ? me + 1 : -1;
  case 0x134: return (me + 1) % width;
  case 0x138: return me - 1;
  case 0x13c: return (me + width - 1) % width;
  case 0x140: return first + 15 - at;
  case 0x141: return me / 8 * 8 + 7 - me % 8;
  case 0x142: return first - 1;
  case 0x143: return me < 32 ? -1 : 31;
  default: return -1;
  }
}

/* Lanes that masks leave out keep `old`; those that read from none are given it, or zero. */
static int32_t dpp(int32_t old, int32_t value, uint32_t pattern, uint32_t rows, uint32_t banks, _Bool zero, const char *site) {
  int32_t me = (int32_t)enzyme_rs_emulator_lane(), from = dpp_source(pattern, me);
  uint64_t here = enzyme_rs_emulator_ballot(~0ull, 1, site);
  _Bool reads = from >= 0 && (here >> from & 1), takes = (rows >> me / 16 & 1) && (banks >> me % 16 / 4 & 1);
  int32_t read = enzyme_rs_emulator_ds_bpermute(4 * (reads ? from : me), value, site);
  return !takes ? old : reads ? read : zero ? 0 : old;
}

#define DPP(end, type, bits)                                                                                                                         \
  type device_amdgcn_update_dpp_##end(type old, type value, int32_t pattern, int32_t rows, int32_t banks, _Bool zero, const char *site) {            \
    bits before = BITS(bits, old), all = BITS(bits, value), found = 0;                                                                               \
    for (unsigned word = 0; word < sizeof all / 4; word++)                                                                                           \
      found |= (bits)(uint32_t)dpp((int32_t)(before >> 32 * word), (int32_t)(all >> 32 * word), (uint32_t)pattern, (uint32_t)rows, (uint32_t)banks,  \
                                   zero, site)                                                                                                       \
               << 32 * word;                                                                                                                         \
    return BITS(type, found);                                                                                                                        \
  }                                                                                                                                                  \
  type device_amdgcn_mov_dpp_##end(type value, int32_t pattern, int32_t rows, int32_t banks, _Bool zero, const char *site) {                         \
    return device_amdgcn_update_dpp_##end(value, value, pattern, rows, banks, zero, site);                                                           \
  }
DPP(i32, int32_t, uint32_t) DPP(f32, float, uint32_t) DPP(i64, int64_t, uint64_t) DPP(f64, double, uint64_t)

/* Within 32 lanes by masks, or within four; those of some devices only end the program. */
int32_t device_amdgcn_ds_swizzle(int32_t value, int32_t pattern, const char *site) {
  int32_t me = (int32_t)enzyme_rs_emulator_lane(), at = me % 32, from;
  if (pattern >= 0xc000)
    enzyme_rs_emulator_trap(site);
  if (pattern >= 0x8000)
    from = me / 4 * 4 + (pattern >> 2 * (me % 4) & 3);
  else
    from = me - at + (((at & (pattern & 31)) | (pattern >> 5 & 31)) ^ (pattern >> 10 & 31));
  return enzyme_rs_emulator_ds_bpermute(4 * from, value, site);
}

uint32_t device_amdgcn_ballot_i32(_Bool value, const char *site) { return (uint32_t)enzyme_rs_emulator_ballot(~0ull, value, site); }
uint64_t device_amdgcn_ballot_i64(_Bool value, const char *site) { return enzyme_rs_emulator_ballot(~0ull, value, site); }

/* Lanes of the mask that are below this one. */
int32_t device_amdgcn_mbcnt_lo(int32_t mask, int32_t more) {
  uint32_t lane = enzyme_rs_emulator_lane();
  uint32_t below = lane >= 32 ? ~0u : (1u << lane) - 1;
  return __builtin_popcount((uint32_t)mask & below) + more;
}
int32_t device_amdgcn_mbcnt_hi(int32_t mask, int32_t more) {
  uint32_t lane = enzyme_rs_emulator_lane();
  uint32_t below = lane < 32 ? 0 : (1u << (lane - 32)) - 1;
  return __builtin_popcount((uint32_t)mask & below) + more;
}
uint32_t device___ockl_lane_u32(void) { return enzyme_rs_emulator_lane(); }

_Bool device_amdgcn_is_shared(const void *address) { return enzyme_rs_emulator_is_shared(address); }
_Bool device_amdgcn_is_private(const void *address) { return enzyme_rs_emulator_is_own(address); }

/* Mathematics of the hardware. */
float device_rsqrtf(float x);
double device_rsqrt(double x);
float device_amdgcn_rcp_f32(float x) { return 1 / x; }
double device_amdgcn_rcp_f64(double x) { return 1 / x; }
float device_amdgcn_rsq_f32(float x) { return device_rsqrtf(x); }
double device_amdgcn_rsq_f64(double x) { return device_rsqrt(x); }
float device_amdgcn_sqrt_f32(float x) { return sqrtf(x); }
double device_amdgcn_sqrt_f64(double x) { return sqrt(x); }
float device_amdgcn_exp2_f32(float x) { return exp2f(x); }
float device_amdgcn_log_f32(float x) { return log2f(x); }
float device_sinpif(float x);
float device_cospif(float x);
float device_amdgcn_sin_f32(float turns) { return device_sinpif(2 * turns); }
float device_amdgcn_cos_f32(float turns) { return device_cospif(2 * turns); }
float device_amdgcn_fract_f32(float x) { return fminf(x - floorf(x), 0x1.fffffep-1f); }
double device_amdgcn_fract_f64(double x) { return fmin(x - floor(x), 0x1.fffffffffffffp-1); }
float device_amdgcn_fmed3_f32(float a, float b, float c) { return fmaxf(fminf(a, b), fminf(fmaxf(a, b), c)); }
float device_amdgcn_fmul_legacy(float a, float b) { return a == 0 || b == 0 ? 0 : a * b; }

int device___ocml_isfinite_f32(float x) { return isfinite(x); }
int device___ocml_isfinite_f64(double x) { return isfinite(x); }
int device___ocml_isinf_f32(float x) { return isinf(x) != 0; }
int device___ocml_isinf_f64(double x) { return isinf(x) != 0; }
int device___ocml_isinf_f16(_Float16 x) { return isinf((float)x) != 0; }
int device___ocml_isnan_f32(float x) { return isnan(x); }
int device___ocml_isnan_f64(double x) { return isnan(x); }
int device___ocml_isnan_f16(_Float16 x) { return isnan((float)x); }
int device___ocml_signbit_f32(float x) { return signbit(x) != 0; }
int device___ocml_signbit_f64(double x) { return signbit(x) != 0; }
