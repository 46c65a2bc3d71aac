/* Arithmetic and conversions that say how they round.
 *
 * Operands go through volatile variables, so that the compiler computes between the two changes of the processor's mode. Denormal numbers are kept.
 */
#include "device.h"
#include <fenv.h>

#define IN_MODE(type, mode, expression)                                                                                                              \
  ({                                                                                                                                                 \
    int before = fegetround();                                                                                                                       \
    fesetround(mode);                                                                                                                                \
    volatile type result = expression;                                                                                                               \
    fesetround(before);                                                                                                                              \
    result;                                                                                                                                          \
  })

#define ARITHMETIC(type, letter, end, mode)                                                                                                          \
  type device_add##letter##end(type a, type b) { volatile type x = a, y = b; return IN_MODE(type, mode, x + y); }                                    \
  type device_sub##letter##end(type a, type b) { volatile type x = a, y = b; return IN_MODE(type, mode, x - y); }                                    \
  type device_mul##letter##end(type a, type b) { volatile type x = a, y = b; return IN_MODE(type, mode, x * y); }                                    \
  type device_div##letter##end(type a, type b) { volatile type x = a, y = b; return IN_MODE(type, mode, x / y); }                                    \
  type device_rcp##letter##end(type a) { volatile type x = a; return IN_MODE(type, mode, 1 / x); }                                                   \
  type device_sqrt##letter##end(type a) { volatile type x = a; return IN_MODE(type, mode, sqrt##letter(x)); }                                        \
  type device_fma##letter##end(type a, type b, type c) { volatile type x = a, y = b, z = c; return IN_MODE(type, mode, fma##letter(x, y, z)); }

#define BOTH(end, mode) ARITHMETIC(double, , end, mode) ARITHMETIC(float, f, end, mode)
BOTH(_rn, FE_TONEAREST)
BOTH(_rd, FE_DOWNWARD)
BOTH(_ru, FE_UPWARD)
BOTH(_rz, FE_TOWARDZERO)

float device_rsqrtf_rn(float x) { return (float)(1 / sqrt((double)x)); }

/* Under PTX's names; `sat` keeps the result in [0, 1]. */
static float saturated(float x) { return x > 0 ? fminf(x, 1) : 0; }

#define NVVM(ptx, end)                                                                                                                               \
  double device_nvvm_add_##ptx##_d(double a, double b) { return device_add##end(a, b); }                                                             \
  double device_nvvm_mul_##ptx##_d(double a, double b) { return device_mul##end(a, b); }                                                             \
  double device_nvvm_div_##ptx##_d(double a, double b) { return device_div##end(a, b); }                                                             \
  double device_nvvm_rcp_##ptx##_d(double a) { return device_rcp##end(a); }                                                                          \
  double device_nvvm_sqrt_##ptx##_d(double a) { return device_sqrt##end(a); }                                                                        \
  double device_nvvm_fma_##ptx##_d(double a, double b, double c) { return device_fma##end(a, b, c); }                                                \
  NVVM_SINGLE(ptx##_f, end)                                                                                                                            \
  float device_nvvm_add_##ptx##_sat_f(float a, float b) { return saturated(device_addf##end(a, b)); }                                                \
  float device_nvvm_fma_##ptx##_sat_f(float a, float b, float c) { return saturated(device_fmaf##end(a, b, c)); }

#define NVVM_SINGLE(ptx, end)                                                                                                                        \
  float device_nvvm_add_##ptx(float a, float b) { return device_addf##end(a, b); }                                                                   \
  float device_nvvm_mul_##ptx(float a, float b) { return device_mulf##end(a, b); }                                                                   \
  float device_nvvm_div_##ptx(float a, float b) { return device_divf##end(a, b); }                                                                   \
  float device_nvvm_rcp_##ptx(float a) { return device_rcpf##end(a); }                                                                               \
  float device_nvvm_sqrt_##ptx(float a) { return device_sqrtf##end(a); }                                                                             \
  float device_nvvm_fma_##ptx(float a, float b, float c) { return device_fmaf##end(a, b, c); }
NVVM(rn, _rn)
NVVM(rm, _rd)
NVVM(rp, _ru)
NVVM(rz, _rz)

/* From a number to an integer: what does not fit is the nearest one that does, and no number is 0, or the smallest of 64 bits. */
#define TO_INTEGER(name, type, from, least, most, none, rounded)                                                                                     \
  type name(from x) {                                                                                                                                \
    double whole = rounded((double)x);                                                                                                               \
    if (isnan(whole)) return none;                                                                                                                   \
    return whole <= (double)least ? least : whole >= (double)most ? most : (type)whole;                                                              \
  }

#define TO_INTEGERS(from, word, letter, nv, ptx, rounded)                                                                                            \
  TO_INTEGER(device___nv_##word##2int_##nv, int, from, INT_MIN, INT_MAX, 0, rounded)                                                                 \
  TO_INTEGER(device___nv_##word##2uint_##nv, unsigned, from, 0, UINT_MAX, 0, rounded)                                                                \
  TO_INTEGER(device___nv_##word##2ll_##nv, long, from, LONG_MIN, LONG_MAX, LONG_MIN, rounded)                                                        \
  TO_INTEGER(device___nv_##word##2ull_##nv, unsigned long, from, 0, ULONG_MAX, 1ul << 63, rounded)                                                   \
  int device_nvvm_##letter##2i_##ptx(from x) { return device___nv_##word##2int_##nv(x); }                                                            \
  unsigned device_nvvm_##letter##2ui_##ptx(from x) { return device___nv_##word##2uint_##nv(x); }                                                     \
  long device_nvvm_##letter##2ll_##ptx(from x) { return device___nv_##word##2ll_##nv(x); }                                                           \
  unsigned long device_nvvm_##letter##2ull_##ptx(from x) { return device___nv_##word##2ull_##nv(x); }

/* From an integer, or a wider number, to a number. */
#define TO_NUMBER(name, type, from, mode) type name(from n) { volatile from x = n; return IN_MODE(type, mode, (type)x); }

#define TO_NUMBERS(type, word, letter, nv, ptx, mode)                                                                                                \
  TO_NUMBER(device___nv_int2##word##_##nv, type, int, mode)                                                                                          \
  TO_NUMBER(device___nv_uint2##word##_##nv, type, unsigned, mode)                                                                                    \
  TO_NUMBER(device___nv_ll2##word##_##nv, type, long, mode)                                                                                          \
  TO_NUMBER(device___nv_ull2##word##_##nv, type, unsigned long, mode)                                                                                \
  type device_nvvm_i2##letter##_##ptx(int n) { return device___nv_int2##word##_##nv(n); }                                                            \
  type device_nvvm_ui2##letter##_##ptx(unsigned n) { return device___nv_uint2##word##_##nv(n); }                                                     \
  type device_nvvm_ll2##letter##_##ptx(long n) { return device___nv_ll2##word##_##nv(n); }                                                           \
  type device_nvvm_ull2##letter##_##ptx(unsigned long n) { return device___nv_ull2##word##_##nv(n); }

#define CONVERSIONS(nv, ptx, mode, rounded)                                                                                                          \
  TO_INTEGERS(double, double, d, nv, ptx, rounded) TO_INTEGERS(float, float, f, nv, ptx, rounded)                                                    \
  TO_NUMBERS(double, double, d, nv, ptx, mode) TO_NUMBERS(float, float, f, nv, ptx, mode)                                                            \
  TO_NUMBER(device___nv_double2float_##nv, float, double, mode)                                                                                      \
  float device_nvvm_d2f_##ptx(double x) { return device___nv_double2float_##nv(x); }
CONVERSIONS(rn, rn, FE_TONEAREST, rint)
CONVERSIONS(rd, rm, FE_DOWNWARD, floor)
CONVERSIONS(ru, rp, FE_UPWARD, ceil)
CONVERSIONS(rz, rz, FE_TOWARDZERO, trunc)
