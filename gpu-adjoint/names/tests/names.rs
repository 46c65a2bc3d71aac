//! Names of the libraries, as clang's headers declare them: each is known, or known to be none of mathematics.

use enzyme_gpu_names::{Accuracy, Precision, ROWS, Results, Rounding, find};

#[test]
fn precision_and_accuracy_stand_in_names() {
    let found = find("__nv_fast_sinf").unwrap();
    assert_eq!(found.computes, "sin");
    assert_eq!(found.precision, Precision::Single);
    assert_eq!(found.accuracy, Accuracy::Fast);
    let found = find("__ocml_native_exp10_f32").unwrap();
    assert_eq!((found.computes, found.accuracy), ("exp10", Accuracy::Fast));
    assert_eq!(find("__ocml_log_f16").unwrap().precision, Precision::Half);
    assert_eq!(find("__ocml_log_f16").unwrap().libm(), None);
}

#[test]
fn an_f_at_the_end_is_not_always_one_of_float() {
    assert_eq!(find("__nv_erf").unwrap().precision, Precision::Double);
    assert_eq!(find("__nv_erff").unwrap().precision, Precision::Single);
    assert_eq!(find("__nv_modf").unwrap().precision, Precision::Double);
    assert_eq!(find("__nv_modff").unwrap().libm().unwrap(), "modff");
    assert_eq!(find("__nv_normcdff").unwrap().computes, "normcdf");
}

#[test]
fn results_come_back_in_three_ways() {
    assert_eq!(find("__nv_sincosf").unwrap().results, Results::Stored);
    assert_eq!(find("__nv_sincosf").unwrap().libm().unwrap(), "sincosf");
    let ocml = find("__ocml_sincos_f64").unwrap();
    assert_eq!(ocml.results, Results::ReturnedAndStored);
    assert_eq!(ocml.libm(), None);
    assert_eq!(find("__nv_cos").unwrap().results, Results::Returned);
}

#[test]
fn arithmetic_says_how_it_rounds() {
    let down = find("__nv_dadd_rd").unwrap();
    assert_eq!((down.computes, down.rounding), ("add", Rounding::Down));
    assert_eq!(find("__nv_fsqrt_rn").unwrap().libm().unwrap(), "sqrtf");
    let zero = find("__nv_fsqrt_rz").unwrap();
    assert_eq!((zero.rounding, zero.libm()), (Rounding::Zero, None));
    let single = find("__nv_fmaf_ieee_ru").unwrap();
    assert_eq!(
        (single.computes, single.precision),
        ("fma", Precision::Single)
    );
    assert_eq!(find("__ocml_div_rtz_f32").unwrap().rounding, Rounding::Zero);
}

#[test]
fn what_is_no_mathematics_is_not_known() {
    for name in [
        "sin",
        "__nv_clz",
        "__nv_float2int_rn",
        "__nv_",
        "__ocml_f64",
        "__ocml__f64",
        "__nv_f",
        "__ocml_isnan_f64",
    ] {
        assert_eq!(find(name), None, "{name}");
    }
}

#[test]
fn each_row_is_found_by_its_names() {
    for row in ROWS {
        let names = [
            (!row.libdevice.is_empty()).then(|| format!("__nv_{}", row.libdevice)),
            (!row.ocml.is_empty()).then(|| format!("__ocml_{}_f64", row.ocml)),
        ];
        for name in names.into_iter().flatten() {
            let found = find(&name).unwrap_or_else(|| panic!("{name}"));
            assert_eq!(found.computes, row.computes, "{name}");
            assert_eq!(found.results, row.results, "{name}");
            assert_eq!(found.precision, Precision::Double, "{name}");
        }
    }
}
