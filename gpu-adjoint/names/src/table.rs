//! The rows.
//!
//! Owns: what each function computes, its names and its results. Must not: repeat what follows from a name: precision and accuracy.

use crate::{Accuracy, Function, Precision, Rounding};

/// How results come back.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Results {
    /// As the value of the call.
    Returned,
    /// The first as the value of the call, the second at the address that is the last parameter: of the same type, or an `int` (`frexp`, `remquo`).
    ReturnedAndStored,
    /// Both at the addresses that are the last two parameters.
    Stored,
}

/// A function of mathematics, and the libraries' names for it.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What it computes.
    pub computes: &'static str,
    /// libdevice's name without `__nv_`, for `double`; `float` has an `f` behind it. Empty: it has none.
    pub libdevice: &'static str,
    /// OCML's name, between `__ocml_` and `_f64`. Empty: it has none.
    pub ocml: &'static str,
    /// How results come back.
    pub results: Results,
    /// Whether the C library has it under the name of what it computes.
    pub in_libm: bool,
}

/// Functions of which libdevice and OCML have each one name, most of them that of C.
macro_rules! rows {
    ($($computes:literal: $libdevice:literal, $ocml:literal, $results:ident, $in_libm:literal;)*) => {
        &[$(Row { computes: $computes, libdevice: $libdevice, ocml: $ocml, results: Results::$results, in_libm: $in_libm },)*]
    };
}

/// All functions but those that say how they round.
pub const ROWS: &[Row] = rows! {
    "acos": "acos", "acos", Returned, true;
    "acosh": "acosh", "acosh", Returned, true;
    "asin": "asin", "asin", Returned, true;
    "asinh": "asinh", "asinh", Returned, true;
    "atan": "atan", "atan", Returned, true;
    "atan2": "atan2", "atan2", Returned, true;
    "atanh": "atanh", "atanh", Returned, true;
    "cbrt": "cbrt", "cbrt", Returned, true;
    "ceil": "ceil", "ceil", Returned, true;
    "copysign": "copysign", "copysign", Returned, true;
    "cos": "cos", "cos", Returned, true;
    "cosh": "cosh", "cosh", Returned, true;
    "cospi": "cospi", "cospi", Returned, false;
    "cyl_bessel_i0": "cyl_bessel_i0", "i0", Returned, false;
    "cyl_bessel_i1": "cyl_bessel_i1", "i1", Returned, false;
    "erf": "erf", "erf", Returned, true;
    "erfc": "erfc", "erfc", Returned, true;
    "erfcinv": "erfcinv", "erfcinv", Returned, false;
    "erfcx": "erfcx", "erfcx", Returned, false;
    "erfinv": "erfinv", "erfinv", Returned, false;
    "exp": "exp", "exp", Returned, true;
    "exp10": "exp10", "exp10", Returned, true;
    "exp2": "exp2", "exp2", Returned, true;
    "expm1": "expm1", "expm1", Returned, true;
    "fabs": "fabs", "fabs", Returned, true;
    "fdim": "fdim", "fdim", Returned, true;
    "fdivide": "fdivide", "", Returned, false;
    "floor": "floor", "floor", Returned, true;
    "fma": "fma", "fma", Returned, true;
    "fmax": "fmax", "fmax", Returned, true;
    "fmin": "fmin", "fmin", Returned, true;
    "fmod": "fmod", "fmod", Returned, true;
    "frexp": "frexp", "frexp", ReturnedAndStored, true;
    "hypot": "hypot", "hypot", Returned, true;
    "ilogb": "ilogb", "ilogb", Returned, true;
    "j0": "j0", "j0", Returned, true;
    "j1": "j1", "j1", Returned, true;
    "jn": "jn", "", Returned, true;
    "ldexp": "ldexp", "ldexp", Returned, true;
    "lgamma": "lgamma", "lgamma", Returned, true;
    "llrint": "llrint", "", Returned, true;
    "llround": "llround", "", Returned, true;
    "log": "log", "log", Returned, true;
    "log10": "log10", "log10", Returned, true;
    "log1p": "log1p", "log1p", Returned, true;
    "log2": "log2", "log2", Returned, true;
    "logb": "logb", "logb", Returned, true;
    "modf": "modf", "modf", ReturnedAndStored, true;
    "nearbyint": "nearbyint", "nearbyint", Returned, true;
    "nextafter": "nextafter", "nextafter", Returned, true;
    "norm": "norm", "", Returned, false;
    "norm3d": "norm3d", "len3", Returned, false;
    "norm4d": "norm4d", "len4", Returned, false;
    "normcdf": "normcdf", "ncdf", Returned, false;
    "normcdfinv": "normcdfinv", "ncdfinv", Returned, false;
    "pow": "pow", "pow", Returned, true;
    "powi": "powi", "pown", Returned, false;
    "rcbrt": "rcbrt", "rcbrt", Returned, false;
    "remainder": "remainder", "remainder", Returned, true;
    "remquo": "remquo", "remquo", ReturnedAndStored, true;
    "rhypot": "rhypot", "rhypot", Returned, false;
    "rint": "rint", "rint", Returned, true;
    "rnorm": "rnorm", "", Returned, false;
    "rnorm3d": "rnorm3d", "rlen3", Returned, false;
    "rnorm4d": "rnorm4d", "rlen4", Returned, false;
    "round": "round", "round", Returned, true;
    "rsqrt": "rsqrt", "rsqrt", Returned, false;
    "scalb": "", "scalb", Returned, false;
    "scalbn": "scalbn", "scalbn", Returned, true;
    "sin": "sin", "sin", Returned, true;
    "sincos": "sincos", "", Stored, true;
    "sincos": "", "sincos", ReturnedAndStored, false;
    "sincospi": "sincospi", "", Stored, false;
    "sincospi": "", "sincospi", ReturnedAndStored, false;
    "sinh": "sinh", "sinh", Returned, true;
    "sinpi": "sinpi", "sinpi", Returned, false;
    "sqrt": "sqrt", "sqrt", Returned, true;
    "tan": "tan", "tan", Returned, true;
    "tanh": "tanh", "tanh", Returned, true;
    "tanpi": "", "tanpi", Returned, false;
    "tgamma": "tgamma", "tgamma", Returned, true;
    "trunc": "trunc", "trunc", Returned, true;
    "y0": "y0", "y0", Returned, true;
    "y1": "y1", "y1", Returned, true;
    "yn": "yn", "", Returned, true;
};

/// A row, and what a name says besides.
type Named = (&'static Row, Precision, Accuracy);

fn libdevice(name: &str) -> Option<&'static Row> {
    ROWS.iter()
        .find(|row| !name.is_empty() && row.libdevice == name)
}

/// `__nv_sin`, `__nv_sinf`, `__nv_fast_sinf`. `__nv_modf` is no `mod` of `float`: the whole name is looked for first.
fn of_libdevice(rest: &str) -> Option<Named> {
    let (base, accuracy) = match rest.strip_prefix("fast_") {
        Some(base) => (base, Accuracy::Fast),
        None => (rest, Accuracy::Usual),
    };
    let double = libdevice(base).map(|row| (row, Precision::Double, accuracy));
    let single = || {
        Some((
            libdevice(base.strip_suffix('f')?)?,
            Precision::Single,
            accuracy,
        ))
    };
    double.or_else(single)
}

/// `__ocml_sin_f64`, `__ocml_native_sin_f32`.
fn of_ocml(rest: &str) -> Option<Named> {
    let (base, precision) = rest.rsplit_once('_')?;
    let precision = match precision {
        "f16" => Precision::Half,
        "f32" => Precision::Single,
        "f64" => Precision::Double,
        _ => return None,
    };
    let (base, accuracy) = match base.strip_prefix("native_") {
        Some(base) => (base, Accuracy::Fast),
        None => (base, Accuracy::Usual),
    };
    let row = ROWS
        .iter()
        .find(|row| !base.is_empty() && row.ocml == base)?;
    Some((row, precision, accuracy))
}

/// The function of a name.
pub(crate) fn find(name: &str) -> Option<Function> {
    let (row, precision, accuracy) = match name.strip_prefix("__nv_") {
        Some(rest) => of_libdevice(rest)?,
        None => of_ocml(name.strip_prefix("__ocml_")?)?,
    };
    Some(Function {
        computes: row.computes,
        precision,
        accuracy,
        rounding: Rounding::Nearest,
        results: row.results,
        in_libm: row.in_libm,
    })
}
