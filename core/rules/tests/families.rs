//! Names of functions: every spelling means one family, and every formula can be called.
//!
//! Owns: the round trip between `classify` and `spelling`, and literal examples of each style.

mod common;

use common::registry;
use enzyme_rules::calls::CALLABLE;
use enzyme_rules::families::{FAMILIES, Home, find};
use enzyme_rules::family::symbols;
use enzyme_rules::{Callee, FloatKind, Node, Spelling, classify, eval, made_of, spelling};
use std::collections::BTreeSet;

const KINDS: [FloatKind; 6] = [
    FloatKind::Half,
    FloatKind::Float,
    FloatKind::Double,
    FloatKind::X86Fp80,
    FloatKind::BFloat,
    FloatKind::Fp128,
];

#[test]
fn examples_of_every_style() {
    use FloatKind::{Double, Float, Fp128, Half, X86Fp80};
    use Spelling::{Finite, Flang, Intrinsic, Libdevice, Libm, Ocml};
    let cases = [
        ("sin", "sin", Some(Double), Libm),
        ("sinf", "sin", Some(Float), Libm),
        ("sinl", "sin", Some(X86Fp80), Libm),
        ("sinf32x", "sin", Some(Double), Libm),
        ("sinf128", "sin", Some(Fp128), Libm),
        ("erf", "erf", Some(Double), Libm),
        ("erff", "erf", Some(Float), Libm),
        ("modf", "modf", Some(Double), Libm),
        ("ceil", "ceil", Some(Double), Libm),
        ("ceill", "ceil", Some(X86Fp80), Libm),
        ("scalbln", "scalbln", Some(Double), Libm),
        ("fmaf", "fma", Some(Float), Libm),
        ("fmaxf", "fmax", Some(Float), Libm),
        ("lgammaf_r", "lgamma_r", Some(Float), Libm),
        ("drem", "remainder", Some(Double), Libm),
        ("__exp_finite", "exp", Some(Double), Finite),
        ("__powf_finite", "pow", Some(Float), Finite),
        ("llvm.sin.f64", "sin", None, Intrinsic),
        ("llvm.sin.v4f32", "sin", None, Intrinsic),
        ("llvm.sqrt.nxv2f64", "sqrt", None, Intrinsic),
        ("llvm.powi.f64.i32", "powi", None, Intrinsic),
        ("llvm.minnum.f16", "fmin", None, Intrinsic),
        ("llvm.sincos.f64", "sincos_pair", None, Intrinsic),
        ("llvm.exp10.ppcf128", "exp10", None, Intrinsic),
        (
            "llvm.experimental.constrained.fadd.f64",
            "fadd",
            None,
            Intrinsic,
        ),
        (
            "llvm.experimental.constrained.cos.f32",
            "cos",
            None,
            Intrinsic,
        ),
        ("__nv_sin", "sin", Some(Double), Libdevice),
        ("__nv_fast_sinf", "sin", Some(Float), Libdevice),
        ("__nv_rsqrtf", "rsqrt", Some(Float), Libdevice),
        ("__ocml_sin_f64", "sin", Some(Double), Ocml),
        ("__ocml_native_exp_f32", "exp", Some(Float), Ocml),
        ("__ocml_pown_f64", "powi", Some(Double), Ocml),
        ("__ocml_rsqrt_f16", "rsqrt", Some(Half), Ocml),
        ("__ocml_modf_f64", "modf", Some(Double), Ocml),
        ("__nv_sincosf", "sincos", Some(Float), Libdevice),
        ("__fd_sin_1", "sin", Some(Double), Flang),
        ("__fs_atan2_1", "atan2", Some(Float), Flang),
    ];
    for (symbol, family, kind, style) in cases {
        let member = classify(symbol).unwrap_or_else(|| panic!("{symbol} is known"));
        assert_eq!(
            (member.family, member.kind, member.style),
            (family, kind, style),
            "{symbol}"
        );
    }
}

#[test]
fn look_alikes_are_not_members() {
    let strangers = [
        "",
        "f",
        "sing",
        "sinq",
        "_sin",
        "sin_",
        "mysin",
        "fadd",
        "fneg",
        "llvm.",
        "llvm.sin_",
        "llvm.fadd.f64",
        "llvm.sine.f64",
        "llvm.vector.reduce.fadd.v4f64",
        "digamma",
        "powi",
        "rsqrt",
        "__ocml_sincos_f64",
        "__nv_",
        "llvm.memcpy.p0.p0.i64",
    ];
    for symbol in strangers {
        assert_eq!(classify(symbol), None, "{symbol}");
    }
}

#[test]
fn what_spelling_says_classify_understands() {
    for family in FAMILIES {
        for kind in KINDS {
            let symbol = match spelling(family.name, kind) {
                Some(Callee::Intrinsic(name)) => format!("{name}.f64"),
                Some(Callee::Libm(symbol) | Callee::Promoted { symbol, .. }) => symbol,
                Some(Callee::Helper(_)) | None => continue,
            };
            let member = classify(&symbol).unwrap_or_else(|| panic!("{symbol} is known"));
            assert_eq!(member.family, family.name, "{symbol}");
        }
    }
}

#[test]
fn the_kind_survives_the_round_trip() {
    for kind in [
        FloatKind::Float,
        FloatKind::Double,
        FloatKind::X86Fp80,
        FloatKind::Fp128,
    ] {
        let Some(Callee::Libm(symbol)) = spelling("cbrt", kind) else {
            panic!("cbrt is in libm")
        };
        assert_eq!(classify(&symbol).and_then(|member| member.kind), Some(kind));
    }
    let half = spelling("cbrt", FloatKind::Half);
    let expected = Callee::Promoted {
        at: FloatKind::Float,
        symbol: "cbrtf".into(),
    };
    assert_eq!(half, Some(expected));
    assert_eq!(
        spelling("sin", FloatKind::Half),
        Some(Callee::Intrinsic("llvm.sin"))
    );
}

#[test]
fn compilers_know_c_functions_by_their_own_names() {
    use FloatKind::{Double, Float, Fp128, Half, X86Fp80};
    let cases = [
        ("floor", Double, Some("llvm.floor")),
        ("sinf", Float, Some("llvm.sin")),
        ("fmaxl", X86Fp80, Some("llvm.maxnum")),
        ("fmaxl", Fp128, Some("llvm.maxnum")),
        ("fmaximum_num", Double, Some("llvm.maximumnum")),
        ("modf", Double, Some("llvm.modf")),
        ("sincosf", Float, Some("llvm.sincos")),
        ("fmod", Double, Some("frem")),
        ("fmodl", X86Fp80, Some("frem")),
        ("cbrt", Double, None),
        ("remainder", Double, None),
        // They mean a family that has an intrinsic; nobody makes it of them.
        ("pow10", Double, None),
        ("sinf64", Double, None),
        ("sinf16", Half, None),
        ("__exp_finite", Double, None),
        ("__nv_sin", Double, None),
        ("llvm.sin.f64", Double, None),
        // Called like a C function of another kind.
        ("sinf", Double, None),
        ("sin", Float, None),
        // Intrinsics and instructions, of no C function.
        ("fmuladd", Double, None),
        ("maximum", Double, None),
        ("powi", Double, None),
        ("frem", Double, None),
    ];
    for (symbol, kind, expected) in cases {
        assert_eq!(made_of(symbol, kind), expected, "{symbol} of {kind:?}");
    }
}

#[test]
fn devices_call_their_own_library() {
    use enzyme_rules::spelling_on;
    let libm = |symbol: &str| Some(Callee::Libm(symbol.into()));
    let cases = [
        (
            Spelling::Libdevice,
            "cos",
            FloatKind::Float,
            libm("__nv_cosf"),
        ),
        (
            Spelling::Libdevice,
            "powi",
            FloatKind::Double,
            libm("__nv_powi"),
        ),
        (
            Spelling::Ocml,
            "exp",
            FloatKind::Half,
            libm("__ocml_exp_f16"),
        ),
        (Spelling::Ocml, "exp", FloatKind::Fp128, None),
        (
            Spelling::Ocml,
            "sqrt",
            FloatKind::Double,
            Some(Callee::Intrinsic("llvm.sqrt")),
        ),
        (
            Spelling::Libdevice,
            "sin",
            FloatKind::Half,
            Some(Callee::Promoted {
                at: FloatKind::Float,
                symbol: "__nv_sinf".into(),
            }),
        ),
        (
            Spelling::Libm,
            "cos",
            FloatKind::Float,
            spelling("cos", FloatKind::Float),
        ),
        (
            Spelling::Ocml,
            "digamma",
            FloatKind::Double,
            spelling("digamma", FloatKind::Double),
        ),
    ];
    for (style, family, kind, expected) in cases {
        assert_eq!(
            spelling_on(style, family, kind),
            expected,
            "{family} {style:?}"
        );
    }
}

/// If two families shared a spelling, the table of symbols would be shorter than their sum.
#[test]
fn no_symbol_means_two_families() {
    let spelled = enzyme_rules::family::all_spellings();
    let distinct: BTreeSet<&String> = spelled.iter().map(|(symbol, _)| symbol).collect();
    let families: BTreeSet<(&String, &str)> = spelled.iter().map(|(s, f)| (s, *f)).collect();
    assert_eq!(distinct.len(), families.len());
    assert_eq!(distinct.len(), symbols().count());
    assert_eq!(distinct.len(), spelled.len(), "nothing is spelled twice");
}

#[test]
fn families_are_listed_once_and_have_an_entry() {
    let registry = registry();
    let names: BTreeSet<&str> = FAMILIES.iter().map(|family| family.name).collect();
    assert_eq!(names.len(), FAMILIES.len());
    for family in FAMILIES {
        let known = registry.family(family.name).is_some();
        assert_eq!(known, family.home != Home::Helper, "{}", family.name);
    }
}

/// What a formula calls must exist for the engine and for the tests alike.
#[test]
fn formulas_call_what_can_be_called() {
    for &(family, arity) in CALLABLE {
        assert!(find(family).is_some(), "{family} is a family");
        assert!(
            eval::call(family, &vec![0.5; arity]).is_some(),
            "{family} can be evaluated"
        );
        for kind in KINDS {
            assert!(
                spelling(family, kind).is_some(),
                "{family} can be called at {kind:?}"
            );
        }
    }
    for rule in registry().scalar_rules() {
        for partial in rule.partials.iter().flatten() {
            for expr in rule.arena.reachable(&[*partial]) {
                if let Node::Call(family, args) = rule.arena.node(expr) {
                    assert!(
                        CALLABLE.contains(&(family, args.as_slice().len())),
                        "{family}"
                    );
                }
            }
        }
    }
}

/// Independent truth where it is installed: the lists of LLVM's own headers.
#[test]
fn intrinsics_are_those_of_llvm() {
    let folder = "/usr/lib/llvm-22/include/llvm/IR";
    let files = [
        "IntrinsicEnums.inc",
        "IntrinsicsX86.h",
        "IntrinsicsAArch64.h",
        "IntrinsicsNVPTX.h",
        "IntrinsicsAMDGPU.h",
    ];
    let mut known = BTreeSet::new();
    for file in files {
        let Ok(header) = std::fs::read_to_string(format!("{folder}/{file}")) else {
            println!("not checked: {folder}/{file} is not installed");
            return;
        };
        let names = header.lines().filter_map(|line| line.split("// ").nth(1));
        let names = names.filter_map(|text| text.split_whitespace().next());
        known.extend(names.map(str::to_owned));
    }
    for family in FAMILIES {
        if let Some(base) = family.intrinsic {
            assert!(known.contains(&format!("llvm.{base}")), "llvm.{base}");
        }
    }
    for entry in registry().entries() {
        let name = entry.matcher.text();
        if name.starts_with("llvm.") {
            assert!(known.contains(name), "{name}");
        }
    }
}
