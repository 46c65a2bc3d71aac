//! The families of scalar functions: which names mean the same mathematics.
//!
//! Owns: the list of families, their LLVM intrinsic and their spellings in C libraries. Must not:
//! hold derivatives (`builtin/`). One line per family, alphabetical; suffixes are added by
//! `family.rs`. Tests: `tests/families.rs` (no name means two families, every name round-trips,
//! every intrinsic exists in LLVM).

use crate::family::Spelling;

/// Where a family can be called by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// A C math library has it, with the usual suffixes.
    Libm,
    /// Only LLVM has it.
    Intrinsic,
    /// Only device libraries have it (`__nv_rsqrt`).
    Device,
    /// The engine emits it itself (`helper.rs`).
    Helper,
    /// An LLVM instruction; no symbol is spelled like this (C23's `fadd` is another function).
    Instruction,
}

/// Which device libraries have a function with the operands of its family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Devices {
    /// NVIDIA's and AMD's.
    Both,
    /// Only NVIDIA's.
    Nvidia,
    /// Only AMD's.
    Amd,
    /// Neither.
    Neither,
}

/// One family.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name: that of the C function for `double` where there is one.
    pub name: &'static str,
    /// Where it lives.
    pub home: Home,
    /// The LLVM 22 intrinsic without `llvm.` and type suffix, dots included.
    pub intrinsic: Option<&'static str>,
    /// Which device libraries have it with the same operands.
    pub devices: Devices,
}

const fn row(name: &'static str, home: Home, intrinsic: Option<&'static str>) -> Family {
    Family {
        name,
        home,
        intrinsic,
        devices: Devices::Both,
    }
}

/// A C function without an intrinsic.
const fn c(name: &'static str) -> Family {
    row(name, Home::Libm, None)
}

/// A C function whose intrinsic has the same name.
const fn both(name: &'static str) -> Family {
    row(name, Home::Libm, Some(name))
}

/// A C function whose intrinsic has another name.
const fn also(name: &'static str, intrinsic: &'static str) -> Family {
    row(name, Home::Libm, Some(intrinsic))
}

/// A C function of unusual operands, and who else has it so.
const fn odd(name: &'static str, devices: Devices) -> Family {
    Family {
        name,
        home: Home::Libm,
        intrinsic: None,
        devices,
    }
}

/// An intrinsic without a C function of the same meaning and signature.
const fn llvm(name: &'static str, intrinsic: &'static str) -> Family {
    Family {
        devices: Devices::Neither,
        ..row(name, Home::Intrinsic, Some(intrinsic))
    }
}

/// A device function.
const fn device(name: &'static str) -> Family {
    row(name, Home::Device, None)
}

/// An instruction; its strict twin is the intrinsic `llvm.experimental.constrained.` + name.
const fn instruction(name: &'static str) -> Family {
    Family {
        devices: Devices::Neither,
        ..row(name, Home::Instruction, None)
    }
}

/// All families.
#[rustfmt::skip] // a table: one family per line, grouped by home
pub const FAMILIES: &[Family] = &[
    // C functions of one or several numbers.
    both("acos"), c("acosh"), both("asin"), c("asinh"), both("atan"), both("atan2"), c("atanh"),
    c("cbrt"), both("ceil"), both("copysign"), both("cos"), both("cosh"), c("cospi"),
    c("erf"), c("erfc"), both("exp"), both("exp10"), both("exp2"), c("expm1"),
    both("fabs"), c("fdim"), both("floor"), both("fma"), also("fmax", "maxnum"),
    also("fmin", "minnum"), c("fmod"),
    c("hypot"), c("ilogb"), c("j0"), c("j1"), c("jn"),
    both("ldexp"), c("lgamma"), both("llrint"), both("llround"), both("log"), both("log10"),
    c("log1p"), both("log2"), c("logb"), both("lrint"), both("lround"),
    also("fmaximum", "maximum"), also("fmaximum_num", "maximumnum"),
    also("fminimum", "minimum"), also("fminimum_num", "minimumnum"),
    both("nearbyint"), c("nextafter"), both("pow"), c("remainder"), both("rint"), both("round"),
    both("roundeven"), c("scalbln"), c("scalbn"), both("sin"), both("sinh"), c("sinpi"),
    both("sqrt"), both("tan"), both("tanh"), c("tanpi"), c("tgamma"), both("trunc"), c("y0"), c("y1"), c("yn"),
    // Shapes of their own: results through pointers, a long double argument. AMD's sincos returns
    // the sine and has its own entry.
    odd("frexp", Devices::Both), odd("lgamma_r", Devices::Amd), odd("modf", Devices::Both),
    odd("nexttoward", Devices::Neither), odd("remquo", Devices::Both), odd("sincos", Devices::Nvidia),
    // Only in LLVM. The `…_pair` families return a struct.
    llvm("arithmetic_fence", "arithmetic.fence"), llvm("canonicalize", "canonicalize"),
    llvm("fmuladd", "fmuladd"), llvm("frexp_pair", "frexp"), llvm("modf_pair", "modf"),
    llvm("powi", "powi"), llvm("sincos_pair", "sincos"), llvm("sincospi_pair", "sincospi"),
    // Only in device libraries.
    device("rcbrt"), device("rhypot"), device("rsqrt"),
    // Emitted by the engine.
    Family { name: "digamma", home: Home::Helper, intrinsic: None, devices: Devices::Neither },
    // Instructions.
    instruction("fadd"), instruction("fdiv"), instruction("fmul"), instruction("fneg"),
    instruction("frem"), instruction("fsub"),
];

/// C functions that never set `errno`, or whose intrinsic is an instruction that does not.
#[rustfmt::skip] // a list
pub const SILENT: &[&str] = &[
    "ceil", "copysign", "fabs", "floor", "fmax", "fmaximum", "fmaximum_num", "fmin",
    "fminimum", "fminimum_num", "nearbyint", "rint", "round", "roundeven", "sqrt", "trunc",
];

/// Functions that all devices have as instructions.
#[rustfmt::skip] // a list
pub const ON_DEVICES: &[&str] = &[
    "canonicalize", "ceil", "copysign", "fabs", "floor", "fma", "fmax", "fmin", "fmuladd", "nearbyint", "rint", "round", "roundeven", "sqrt", "trunc",
];

/// C functions of whose calls compilers make an instruction: family, that of the instruction.
pub const AS_INSTRUCTION: &[(&str, &str)] = &[("fmod", "frem")];

/// Names that mean a family but are not built from its name: symbol without suffix, family.
#[rustfmt::skip] // a table
pub const ALIASES: &[(&str, &str)] = &[
    ("__sincos", "sincos"),
    ("drem", "remainder"),
    ("gamma", "lgamma"),
    ("pow10", "exp10"),
];

/// Aliases that have no suffix: symbol, family, whether the kind is `double` (else `float`).
#[rustfmt::skip] // a table
pub const SPELLED_OUT: &[(&str, &str, bool)] = &[
    // A complex double travels as two doubles; complex floats do not, and are not listed.
    ("cabs", "hypot", true),
    ("__cospi", "cospi", true), ("__cospif", "cospi", false),
    ("__exp10", "exp10", true), ("__exp10f", "exp10", false),
    ("__sinpi", "sinpi", true), ("__sinpif", "sinpi", false),
    ("__tanpi", "tanpi", true), ("__tanpif", "tanpi", false),
    ("__powidf2", "powi", true), ("__powisf2", "powi", false),
    ("__nv_powi", "powi", true), ("__nv_powif", "powi", false),
    ("__nv_fast_fdividef", "fdiv", false), ("__nv_fdividef", "fdiv", false), ("__nv_frsqrt_rn", "rsqrt", false),
    ("__ocml_pown_f64", "powi", true), ("__ocml_pown_f32", "powi", false),
];

/// Arithmetic of which device libraries have a function for each way of rounding: how it is called there, and the family. The derivative is that of
/// exact arithmetic.
pub const ROUNDED: &[(&str, &str)] = &[
    ("add", "fadd"),
    ("sub", "fsub"),
    ("mul", "fmul"),
    ("div", "fdiv"),
    ("sqrt", "sqrt"),
];

/// Instructions of devices by the first part of their intrinsic's name, and whose they are.
#[rustfmt::skip] // a table
pub const INSTRUCTIONS: &[(&str, &str, Spelling)] = &[
    ("add", "fadd", Spelling::Libdevice), ("mul", "fmul", Spelling::Libdevice), ("div", "fdiv", Spelling::Libdevice),
    ("fma", "fma", Spelling::Libdevice), ("sqrt", "sqrt", Spelling::Libdevice), ("rsqrt", "rsqrt", Spelling::Libdevice),
    ("ex2", "exp2", Spelling::Libdevice), ("lg2", "log2", Spelling::Libdevice), ("sin", "sin", Spelling::Libdevice), ("cos", "cos", Spelling::Libdevice),
    ("tanh", "tanh", Spelling::Libdevice), ("fabs", "fabs", Spelling::Libdevice), ("fmin", "fmin", Spelling::Libdevice), ("fmax", "fmax", Spelling::Libdevice),
    ("ceil", "ceil", Spelling::Libdevice), ("floor", "floor", Spelling::Libdevice), ("trunc", "trunc", Spelling::Libdevice), ("round", "rint", Spelling::Libdevice),
    ("sqrt", "sqrt", Spelling::Ocml), ("rsq", "rsqrt", Spelling::Ocml), ("exp2", "exp2", Spelling::Ocml), ("log", "log2", Spelling::Ocml),
];

/// What stands between the operation and the type: how results are rounded, how exact they are, and that the smallest numbers are zero.
pub const WAYS: &[&str] = &["rn", "rz", "rm", "rp", "approx", "ftz", "full"];

/// The family of that name.
pub fn find(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}
