//! Mathematics of libdevice and OCML, against the C library and what is known of the functions that it has not.

use crate::support::{Bench, LANGUAGES, Language, has_clang, ran};

/// Calls in a kernel, with the value that each should give, and the error that is allowed, relative to it.
struct Case {
    call: &'static str,
    expected: f64,
    error: f64,
}

const fn case(call: &'static str, expected: f64, error: f64) -> Case {
    Case {
        call,
        expected,
        error,
    }
}

const TIGHT: f64 = 1e-15;
const SINGLE: f64 = 3e-7;

/// With D for the prefix and suffix of a function of double precision, F for one of single precision.
const BOTH: &[Case] = &[
    case("D(sin)(0.5)", 0.479425538604203, TIGHT),
    case("F(sin)(0.5f)", 0.479425538604203, SINGLE),
    case("D(pow)(2.0, 0.5)", std::f64::consts::SQRT_2, TIGHT),
    case("D(fma)(2.0, 3.0, 4.0)", 10.0, 0.0),
    case("D(sinpi)(0.25)", std::f64::consts::FRAC_1_SQRT_2, TIGHT),
    case("D(sinpi)(1e15)", 0.0, 0.0),
    case("D(cospi)(1.5)", 0.0, 0.0),
    case("D(cospi)(3.0)", -1.0, 0.0),
    case("F(cospi)(0.3333333333f)", 0.5, SINGLE),
    case("D(rsqrt)(16.0)", 0.25, 0.0),
    case("D(rcbrt)(27.0)", 1.0 / 3.0, TIGHT),
    case("D(rhypot)(3.0, 4.0)", 0.2, TIGHT),
    case("D(erfinv)(0.5)", 0.4769362762044699, 2e-15),
    case("D(erfinv)(-0.999999)", -3.4589107372795, 2e-12),
    case("D(erfcinv)(1e-200)", 21.37478304902626, 1e-14),
    case("D(erfcinv)(1.5)", -0.4769362762044699, 2e-15),
    case("D(erfcx)(2.0)", 0.25539567631050574, 2e-15),
    case("D(erfcx)(30.0)", 0.018_795_888_861_416_75, TIGHT),
    case("D(erfcx)(-1.0)", 5.008_980_080_762_283, 2e-15),
    case("D(EXP10)(3.0)", 1000.0, TIGHT),
    case("F(NCDF)(1.0f)", 0.8413447460685429, SINGLE),
    case("D(NCDFINV)(0.975)", 1.959963984540054, 4e-15),
    case("D(I0)(1.0)", 1.2660658777520082, TIGHT),
    case("D(I0)(50.0)", 2.9325537838493363e20, 4e-15),
    case("D(I1)(-2.0)", -1.590_636_854_637_329, TIGHT),
    case("D(POWI)(1.5, -3)", 1.0 / 3.375, TIGHT),
    case("D(NORM3)(2.0, 3.0, 6.0)", 7.0, TIGHT),
    case(
        "pair_sincos(2.0)",
        0.9092974268256817 * 1000.0 - 0.4161468365471424,
        TIGHT,
    ),
    case("pair_sincospi(0.5)", 1000.0, TIGHT),
    case("pair_frexp(40.0)", 625.0 + 6.0, 0.0),
    case("pair_modf(2.75)", 752.0, 0.0),
    case("D(ADD_DOWN)(1.0, 1e-30)", 1.0, 0.0),
    case("D(ADD_UP)(1.0, 1e-30)", 1.0 + f64::EPSILON, 0.0),
    case("F(DIV_DOWN)(1.0f, 3.0f)", 0.3333333134651184, 0.0),
];

const CUDA: &[Case] = &[
    case("__nv_fast_sinf(0.5f)", 0.479425538604203, SINGLE),
    case("__nv_fast_fdividef(1.0f, 4.0f)", 0.25, 0.0),
    case("__nv_clz(1)", 31.0, 0.0),
    case("__nv_popcll(255ull)", 8.0, 0.0),
    case("__nv_double2int_rn(2.5)", 2.0, 0.0),
    case("__nv_double2int_ru(2.1)", 3.0, 0.0),
    case("__nv_float2uint_rz(-3.0f)", 0.0, 0.0),
    case("__nv_int2float_rd(16777217)", 16777216.0, 0.0),
    case("__nv_vadd4(0x01ff0203, 0x01010101) == 0x02000304", 1.0, 0.0),
    case(
        "__nv_vaddss2(0x7fff0001, 0x00010001) == 0x7fff0002",
        1.0,
        0.0,
    ),
    case(
        "__nv_vabsdiffu4(0x01020304, 0x04030201) == 0x03010103",
        1.0,
        0.0,
    ),
    case(
        "__nv_vcmpgts2(0xffff0001, 0x00000000) == 0x0000ffff",
        1.0,
        0.0,
    ),
    case("__nv_mul64hi(1ll << 40, 1ll << 40)", 65536.0, 0.0),
    case("__nvvm_rsqrt_approx_f(4.0f)", 0.5, 0.0),
    case("__nvvm_ex2_approx_f(3.0f)", 8.0, 0.0),
    case("__nvvm_lg2_approx_f(8.0f)", 3.0, 0.0),
    case("__nvvm_sqrt_rz_d(4.0)", 2.0, 0.0),
    case(
        "__nvvm_fma_rp_f(1.0f, 1.0f, 1e-20f)",
        1.0000001192092896,
        0.0,
    ),
    case("__nvvm_rcp_rn_d(8.0)", 0.125, 0.0),
    case("__nvvm_mulhi_i(1 << 20, 1 << 20)", 256.0, 0.0),
    case("__nvvm_saturate_f(3.0f)", 1.0, 0.0),
    case("__nvvm_d2i_rz(-2.9)", -2.0, 0.0),
];

const HIP: &[Case] = &[
    case("__ocml_native_cos_f32(0.0f)", 1.0, 0.0),
    case("__ocml_scalb_f64(3.0, 4.0)", 48.0, 0.0),
    case("__ocml_isnan_f32(__builtin_nanf(\"\"))", 1.0, 0.0),
    case("(double)__ocml_sqrt_f16((_Float16)9)", 3.0, 0.0),
    case("__builtin_amdgcn_rcpf(4.0f)", 0.25, 0.0),
    case("__builtin_amdgcn_fractf(2.75f)", 0.75, 0.0),
    case("__builtin_amdgcn_fmed3f(3.0f, 1.0f, 2.0f)", 2.0, 0.0),
    case("__builtin_amdgcn_sinf(0.25f)", 1.0, SINGLE),
];

const HEAD: &str = r#"
#include "device.h"
#define __host__
#define __device__ DEVICE
#ifdef __CUDA__
#include <__clang_cuda_libdevice_declares.h>
extern "C" DEVICE int __nv_vadd4(int, int), __nv_vaddss2(int, int), __nv_vabsdiffu4(int, int), __nv_vcmpgts2(int, int);
#define D(name) __nv_##name
#define F(name) __nv_##name##f
#define __nv_EXP10 __nv_exp10
#define __nv_NCDFf __nv_normcdff
#define __nv_NCDFINV __nv_normcdfinv
#define __nv_I0 __nv_cyl_bessel_i0
#define __nv_I1 __nv_cyl_bessel_i1
#define __nv_POWI __nv_powi
#define __nv_NORM3 __nv_norm3d
#define __nv_ADD_DOWN __nv_dadd_rd
#define __nv_ADD_UP __nv_dadd_ru
#define __nv_DIV_DOWNf __nv_fdiv_rd
DEVICE double pair_sincos(double x) { double s, c; __nv_sincos(x, &s, &c); return 1000 * s + c; }
DEVICE double pair_sincospi(double x) { double s, c; __nv_sincospi(x, &s, &c); return 1000 * s + c; }
DEVICE double pair_frexp(double x) { int e; double m = __nv_frexp(x, &e); return 1000 * m + e; }
DEVICE double pair_modf(double x) { double whole, rest = __nv_modf(x, &whole); return 1000 * rest + whole; }
#else
#include <__clang_hip_libdevice_declares.h>
#define D(name) __ocml_##name##_f64
#define F(name) __ocml_##name##_f32
#define __ocml_EXP10_f64 __ocml_exp10_f64
#define __ocml_NCDF_f32 __ocml_ncdf_f32
#define __ocml_NCDFINV_f64 __ocml_ncdfinv_f64
#define __ocml_I0_f64 __ocml_i0_f64
#define __ocml_I1_f64 __ocml_i1_f64
#define __ocml_POWI_f64 __ocml_pown_f64
#define __ocml_NORM3_f64 __ocml_len3_f64
#define __ocml_ADD_DOWN_f64 __ocml_add_rtn_f64
#define __ocml_ADD_UP_f64 __ocml_add_rtp_f64
#define __ocml_DIV_DOWN_f32 __ocml_div_rtn_f32
DEVICE double pair_sincos(double x) { double c, s = __ocml_sincos_f64(x, (__PRIVATE_AS double *)&c); return 1000 * s + c; }
DEVICE double pair_sincospi(double x) { double c, s = __ocml_sincospi_f64(x, (__PRIVATE_AS double *)&c); return 1000 * s + c; }
DEVICE double pair_frexp(double x) { int e; double m = __ocml_frexp_f64(x, (__PRIVATE_AS int *)&e); return 1000 * m + e; }
DEVICE double pair_modf(double x) { double whole, rest = __ocml_modf_f64(x, (__PRIVATE_AS double *)&whole); return 1000 * rest + whole; }
#endif
GLOBAL void values(double *to) {
"#;

#[test]
fn libraries_of_the_vendors_compute_what_their_names_say() {
    if !has_clang() {
        return;
    }
    for language in LANGUAGES {
        let special = match language {
            Language::Cuda => CUDA,
            Language::Hip => HIP,
        };
        let cases: Vec<&Case> = BOTH.iter().chain(special).collect();
        let bench = Bench::new();
        let calls = cases
            .iter()
            .zip(0..)
            .map(|(case, n)| format!("  to[{n}] = {};\n", case.call));
        let text = format!("{HEAD}{}}}\n", calls.collect::<String>());
        let folder = env!("CARGO_MANIFEST_DIR");
        let text = text.replace(
            "\"device.h\"",
            &format!("\"{folder}/tests/device/device.h\""),
        );
        let file = bench.path("maths.cu");
        std::fs::write(&file, text).unwrap();
        // Without optimisation nothing is computed by the compiler.
        let module = bench.device(language, 0, &file);
        let options = crate::support::options(0);
        let object = bench.lowered(&module, &options).unwrap();
        let program = bench.program(&object, "values.c", language.warp());
        let (printed, told) = ran(&program, &[]);
        let values: Vec<f64> = printed.lines().map(|line| line.parse().unwrap()).collect();
        for (case, value) in cases.iter().zip(&values) {
            let (call, expected) = (case.call, case.expected);
            let error = (value - expected).abs();
            assert!(
                error <= case.error * expected.abs(),
                "{call}: {value}, not {expected}; {told}"
            );
        }
        assert!(values.len() >= cases.len());
    }
}
