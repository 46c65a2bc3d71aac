/* Integers and bits, as libdevice and PTX have them. */
#include "device.h"

int device___nv_abs(int a) { return a < 0 ? -(unsigned)a : a; }
long device___nv_llabs(long a) { return a < 0 ? -(unsigned long)a : a; }
int device___nv_brev(int a) { return __builtin_bitreverse32(a); }
long device___nv_brevll(long a) { return __builtin_bitreverse64(a); }
int device___nv_clz(int a) { return a ? __builtin_clz(a) : 32; }
int device___nv_clzll(long a) { return a ? __builtin_clzl(a) : 64; }
int device___nv_ffs(int a) { return __builtin_ffs(a); }
int device___nv_ffsll(long a) { return __builtin_ffsl(a); }
int device___nv_popc(unsigned a) { return __builtin_popcount(a); }
int device___nv_popcll(unsigned long a) { return __builtin_popcountl(a); }
int device___nv_hadd(int a, int b) { return (int)(((long)a + b) >> 1); }
int device___nv_rhadd(int a, int b) { return (int)(((long)a + b + 1) >> 1); }
int device___nv_uhadd(unsigned a, unsigned b) { return (int)(((unsigned long)a + b) >> 1); }
unsigned device___nv_urhadd(unsigned a, unsigned b) { return (unsigned)(((unsigned long)a + b + 1) >> 1); }
int device___nv_max(int a, int b) { return a > b ? a : b; }
int device___nv_min(int a, int b) { return a < b ? a : b; }
unsigned device___nv_umax(unsigned a, unsigned b) { return a > b ? a : b; }
unsigned device___nv_umin(unsigned a, unsigned b) { return a < b ? a : b; }
long device___nv_llmax(long a, long b) { return a > b ? a : b; }
long device___nv_llmin(long a, long b) { return a < b ? a : b; }
unsigned long device___nv_ullmax(unsigned long a, unsigned long b) { return a > b ? a : b; }
unsigned long device___nv_ullmin(unsigned long a, unsigned long b) { return a < b ? a : b; }
int device___nv_mul24(int a, int b) { return (int)((unsigned)((int)((unsigned)a << 8) >> 8) * (unsigned)((int)((unsigned)b << 8) >> 8)); }
unsigned device___nv_umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
int device___nv_mulhi(int a, int b) { return (int)(((long)a * b) >> 32); }
unsigned device___nv_umulhi(unsigned a, unsigned b) { return (unsigned)(((unsigned long)a * b) >> 32); }
long device___nv_mul64hi(long a, long b) { return (long)(((__int128)a * b) >> 64); }
unsigned long device___nv_umul64hi(unsigned long a, unsigned long b) { return (unsigned long)(((unsigned __int128)a * b) >> 64); }
int device___nv_sad(int a, int b, int c) { return (int)((a > b ? (unsigned)a - (unsigned)b : (unsigned)b - (unsigned)a) + (unsigned)c); }
unsigned device___nv_usad(unsigned a, unsigned b, unsigned c) { return (a > b ? a - b : b - a) + c; }

/* Four of the eight bytes of two words, by the digits of a third one. */
int device___nv_byte_perm(int a, int b, int selector) {
  uint64_t bytes = (uint32_t)a | (uint64_t)(uint32_t)b << 32;
  uint32_t all = 0;
  for (int i = 0; i < 4; i++) {
    int digit = selector >> 4 * i;
    uint32_t byte = bytes >> 8 * (digit & 7) & 255;
    all |= (digit & 8 ? (byte & 128 ? 255u : 0) : byte) << 8 * i;
  }
  return (int)all;
}

int device___nv_finitef(float x) { return isfinite(x); }
int device___nv_isfinited(double x) { return isfinite(x); }
int device___nv_isinff(float x) { return isinf(x); }
int device___nv_isinfd(double x) { return isinf(x); }
int device___nv_isnanf(float x) { return isnan(x); }
int device___nv_isnand(double x) { return isnan(x); }
int device___nv_signbitf(float x) { return signbit(x) != 0; }
int device___nv_signbitd(double x) { return signbit(x) != 0; }
double device___nv_nan(const char *text) { return nan(text); }
float device___nv_nanf(const char *text) { return nanf(text); }
float device___nv_saturatef(float x) { return x > 0 ? fminf(x, 1) : 0; }
double device___nv_rcp64h(double x) { return BITS(double, BITS(uint64_t, 1 / x) & 0xffffffff00000000); }

int device___nv_double2hiint(double x) { return (int)(BITS(uint64_t, x) >> 32); }
int device___nv_double2loint(double x) { return (int)BITS(uint64_t, x); }
double device___nv_hiloint2double(int high, int low) { return BITS(double, (uint64_t)(uint32_t)high << 32 | (uint32_t)low); }
unsigned long device___nv_double_as_longlong(double x) { return BITS(uint64_t, x); }
double device___nv_longlong_as_double(long x) { return BITS(double, x); }
int device___nv_float_as_int(float x) { return BITS(int, x); }
unsigned device___nv_float_as_uint(float x) { return BITS(unsigned, x); }
float device___nv_int_as_float(int x) { return BITS(float, x); }
float device___nv_uint_as_float(unsigned x) { return BITS(float, x); }
short device___nv_float2half_rn(float x) { return BITS(short, (_Float16)x); }
float device___nv_half2float(short x) { return (float)BITS(_Float16, x); }

int device_nvvm_mulhi_i(int a, int b) { return device___nv_mulhi(a, b); }
unsigned device_nvvm_mulhi_ui(unsigned a, unsigned b) { return device___nv_umulhi(a, b); }
long device_nvvm_mulhi_ll(long a, long b) { return device___nv_mul64hi(a, b); }
unsigned long device_nvvm_mulhi_ull(unsigned long a, unsigned long b) { return device___nv_umul64hi(a, b); }
short device_nvvm_mulhi_s(short a, short b) { return (short)((a * b) >> 16); }
unsigned short device_nvvm_mulhi_us(unsigned short a, unsigned short b) { return (unsigned short)(((unsigned)a * b) >> 16); }
int device_nvvm_mul24_i(int a, int b) { return device___nv_mul24(a, b); }
unsigned device_nvvm_mul24_ui(unsigned a, unsigned b) { return device___nv_umul24(a, b); }
int device_nvvm_sad_i(int a, int b, int c) { return device___nv_sad(a, b, c); }
unsigned device_nvvm_sad_ui(unsigned a, unsigned b, unsigned c) { return device___nv_usad(a, b, c); }
int device_nvvm_prmt(int a, int b, int selector) { return device___nv_byte_perm(a, b, selector); }
int device_nvvm_d2i_hi(double x) { return device___nv_double2hiint(x); }
int device_nvvm_d2i_lo(double x) { return device___nv_double2loint(x); }
double device_nvvm_lohi_i2d(int low, int high) { return device___nv_hiloint2double(high, low); }
short device_nvvm_f2h_rn(float x) { return device___nv_float2half_rn(x); }

/* Sums of products of four bytes, and of two shorts with two bytes. */
#define DOT(name, A, B)                                                                                                                              \
  int device_nvvm_idp4a_##name(int a, int b, int c) {                                                                                                \
    for (int i = 0; i < 4; i++) c += (A##8_t)(a >> 8 * i) * (B##8_t)(b >> 8 * i);                                                                    \
    return c;                                                                                                                                        \
  }                                                                                                                                                  \
  int device_nvvm_idp2a_##name(int a, int b, _Bool high, int c) {                                                                                    \
    for (int i = 0; i < 2; i++) c += (A##16_t)(a >> 16 * i) * (B##8_t)(b >> (8 * i + 16 * high));                                                    \
    return c;                                                                                                                                        \
  }
DOT(s_s, int, int) DOT(s_u, int, uint) DOT(u_s, uint, int) DOT(u_u, uint, uint)

/* Words as two shorts or four bytes. */
#define LANES(name, n, type, each)                                                                                                                   \
  int device___nv_v##name##n(int p, int q) {                                                                                                         \
    uint32_t all = 0, lane = n == 2 ? 0xffff : 0xff;                                                                                                 \
    for (int i = 0; i < n; i++) {                                                                                                                    \
      int a = (type)(p >> 32 / n * i), b = (type)(q >> 32 / n * i);                                                                                  \
      all |= ((uint32_t)(each) & lane) << 32 / n * i;                                                                                                \
    }                                                                                                                                                \
    return (int)all;                                                                                                                                 \
  }
#define ANY(name, each) LANES(name, 2, uint16_t, each) LANES(name, 4, uint8_t, each)
#define SIGNED(name, each) LANES(name, 2, int16_t, each) LANES(name, 4, int8_t, each)
#define COMPARED(name, s, u)                                                                                                                         \
  SIGNED(cmp##s, a name b ? -1 : 0) ANY(cmp##u, a name b ? -1 : 0) SIGNED(set##s, a name b) ANY(set##u, a name b)
#define WITHIN(x, low, high) ((x) < low ? low : (x) > high ? high : (x))
ANY(add, a + b) ANY(sub, a - b) ANY(avgu, (a + b + 1) >> 1) SIGNED(avgs, (a + b + 1) >> 1) ANY(haddu, (a + b) >> 1)
SIGNED(maxs, a > b ? a : b) ANY(maxu, a > b ? a : b) SIGNED(mins, a < b ? a : b) ANY(minu, a < b ? a : b)
SIGNED(absdiffs, a > b ? a - b : b - a) ANY(absdiffu, a > b ? a - b : b - a)
ANY(cmpeq, a == b ? -1 : 0) ANY(cmpne, a != b ? -1 : 0) ANY(seteq, a == b) ANY(setne, a != b)
COMPARED(>=, ges, geu) COMPARED(>, gts, gtu) COMPARED(<=, les, leu) COMPARED(<, lts, ltu)
LANES(addss, 2, int16_t, WITHIN(a + b, -32768, 32767)) LANES(addss, 4, int8_t, WITHIN(a + b, -128, 127))
LANES(subss, 2, int16_t, WITHIN(a - b, -32768, 32767)) LANES(subss, 4, int8_t, WITHIN(a - b, -128, 127))
LANES(addus, 2, uint16_t, WITHIN(a + b, 0, 65535)) LANES(addus, 4, uint8_t, WITHIN(a + b, 0, 255))
LANES(subus, 2, uint16_t, WITHIN(a - b, 0, 65535)) LANES(subus, 4, uint8_t, WITHIN(a - b, 0, 255))

#define ALONE(name, with) int device___nv_v##name(int a) { return with; }
ALONE(neg2, device___nv_vsub2(0, a)) ALONE(neg4, device___nv_vsub4(0, a)) ALONE(negss2, device___nv_vsubss2(0, a)) ALONE(negss4, device___nv_vsubss4(0, a))
ALONE(abs2, device___nv_vabsdiffs2(a, 0)) ALONE(abs4, device___nv_vabsdiffs4(a, 0))
ALONE(absss2, device___nv_vmaxs2(a, device___nv_vsubss2(0, a))) ALONE(absss4, device___nv_vmaxs4(a, device___nv_vsubss4(0, a)))

/* The sum of the lanes of a word. */
#define SUM(name, n, of)                                                                                                                             \
  int device___nv_v##name##n(int p, int q) {                                                                                                         \
    uint32_t lanes = (uint32_t)device___nv_v##of##n(p, q), sum = 0;                                                                                  \
    for (int i = 0; i < n; i++) sum += lanes >> 32 / n * i & (n == 2 ? 0xffff : 0xff);                                                               \
    return (int)sum;                                                                                                                                 \
  }
SUM(sads, 2, absdiffs) SUM(sads, 4, absdiffs) SUM(sadu, 2, absdiffu) SUM(sadu, 4, absdiffu)
