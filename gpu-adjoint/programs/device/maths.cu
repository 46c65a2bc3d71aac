/* Functions of libdevice and OCML, each of its own number, mapped to where it is smooth: y[k] of x[k]. */
#include "device.h"

#ifdef __NVPTX__
#define OTHER(nvidia, amd) __nv_##nvidia
#else
#define OTHER(nvidia, amd) __ocml_##amd##_f64
#endif

/* Numbers come from -1 to 1: a function of one, and from where to where it is tried. */
#define UNARY(X)                                                                                                                                      \
    X(acos, -0.8, 0.8) X(acosh, 1.2, 5) X(asin, -0.8, 0.8) X(asinh, -3, 3) X(atan, -3, 3) X(atanh, -0.8, 0.8) X(cbrt, 0.2, 5) X(cos, -3, 3)           \
    X(cosh, -2, 2) X(cospi, -1, 1) X(erf, -2, 2) X(erfc, -2, 2) X(erfcinv, 0.2, 1.8) X(erfcx, -1, 4) X(erfinv, -0.8, 0.8) X(exp, -2, 2)               \
    X(exp10, -1, 1) X(exp2, -2, 2) X(expm1, -2, 2) X(fabs, 0.2, 3) X(j0, 0.5, 6) X(j1, 0.5, 6) X(lgamma, 0.5, 5) X(log, 0.2, 5) X(log10, 0.2, 5)       \
    X(log1p, -0.5, 3) X(log2, 0.2, 5) X(rcbrt, 0.2, 5) X(rsqrt, 0.2, 5) X(sin, -3, 3) X(sinh, -2, 2) X(sinpi, -1, 1) X(sqrt, 0.2, 5) X(tan, -1, 1)     \
    X(tanh, -2, 2) X(tgamma, 0.5, 4) X(y0, 0.8, 6) X(y1, 0.8, 6)
#define UNARY_OF_TWO_NAMES(X) X(normcdf, ncdf, -2, 2) X(normcdfinv, ncdfinv, 0.2, 0.8)
#define BINARY(X)                                                                                                                                     \
    X(atan2, 0.2, 3) X(copysign, 0.2, 3) X(fdim, 0.2, 3) X(fmax, 0.2, 3) X(fmin, 0.2, 3) X(fmod, 0.6, 0.9) X(hypot, 0.2, 3) X(pow, 0.2, 2)             \
    X(remainder, 0.7, 0.9) X(rhypot, 0.2, 3)
#define TERNARY(X) X(fma, fma, -2, 2) X(norm3d, len3, 0.2, 3) X(rnorm3d, rlen3, 0.2, 3)

#define DECLARE(name, low, high) DEVICE double MATH(name)(double);
#define DECLARE_OTHER(nvidia, amd, low, high) DEVICE double OTHER(nvidia, amd)(double);
#define DECLARE_BINARY(name, low, high) DEVICE double MATH(name)(double, double);
#define DECLARE_TERNARY(nvidia, amd, low, high) DEVICE double OTHER(nvidia, amd)(double, double, double);
extern "C" {
UNARY(DECLARE)
UNARY_OF_TWO_NAMES(DECLARE_OTHER)
BINARY(DECLARE_BINARY)
TERNARY(DECLARE_TERNARY)
#ifdef __NVPTX__
DEVICE void __nv_sincos(double, double *, double *);
DEVICE void __nv_sincospi(double, double *, double *);
DEVICE double __nv_dadd_rz(double, double);
DEVICE double __nv_dmul_ru(double, double);
DEVICE double __nv_ddiv_rd(double, double);
DEVICE double __nv_drcp_rn(double);
DEVICE double __nv_dsqrt_rz(double);
DEVICE double __nv_fma_rd(double, double, double);
DEVICE double __nv_powi(double, int);
#else
DEVICE double __ocml_sincos_f64(double, __attribute__((address_space(5))) double *);
DEVICE double __ocml_sincospi_f64(double, __attribute__((address_space(5))) double *);
DEVICE double __ocml_pown_f64(double, int);
#endif
}

DEVICE double between(double x, double low, double high) { return low + 0.5 * (x + 1) * (high - low); }

DEVICE double others(int k, double a, double b)
{
    double s, c;
#ifdef __NVPTX__
    switch (k) {
    case 0: __nv_sincos(a, &s, &c); return s * c + s;
    case 1: __nv_sincospi(a, &s, &c); return s * c + s;
    case 2: return a * b + b;
    case 3: return __nv_dadd_rz(a, b) * __nv_dmul_ru(a, b);
    case 4: return __nv_ddiv_rd(a, b + 2) + __nv_drcp_rn(a + 3);
    case 5: return __nv_dsqrt_rz(a + 2) + __nv_fma_rd(a, b, a);
    case 6: return __nv_powi(a, 3);
    default: return __nvvm_rcp_rn_d(a + 3) * __nvvm_sqrt_rn_d(a + 2) + __nvvm_fma_rz_d(a, b, b) + __nvvm_mul_rn_d(a, b);
    }
#else
    switch (k) {
    case 0: s = __ocml_sincos_f64(a, (__attribute__((address_space(5))) double *)&c); return s * c + s;
    case 1: s = __ocml_sincospi_f64(a, (__attribute__((address_space(5))) double *)&c); return s * c + s;
    case 2: return __ocml_pown_f64(a, 3);
    case 3: return __builtin_amdgcn_rcp(a + 3) * b;
    default: return a * b;
    }
#endif
}

DEVICE void maths(const double *x, double *y, int n)
{
    int k = 0;
    if (global_x() != 0)
        return;
#define CALL(name, low, high) y[k] = MATH(name)(between(x[k], low, high)), k++;
#define CALL_OTHER(nvidia, amd, low, high) y[k] = OTHER(nvidia, amd)(between(x[k], low, high)), k++;
#define CALL_BINARY(name, low, high) y[k] = MATH(name)(between(x[k], low, high), between(x[k + 1], low, high)), k++;
#define CALL_TERNARY(nvidia, amd, low, high)                                                                                                          \
    y[k] = OTHER(nvidia, amd)(between(x[k], low, high), between(x[k + 1], low, high), between(x[k + 2], low, high)), k++;
    UNARY(CALL)
    UNARY_OF_TWO_NAMES(CALL_OTHER)
    BINARY(CALL_BINARY)
    TERNARY(CALL_TERNARY)
    for (int other = 0; other < 8; other++, k++)
        y[k] = others(other, x[k], x[k + 1]);
}
KERNELS(maths)
