//! How far the computed result of an operation is from the exact one.
//!
//! Owns: this bound, family by family, for results that are neither subnormal nor infinite. Must not: hold derivatives.

/// The error that an operation adds by rounding its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rounding {
    /// None: the result is a floating number already.
    Exact,
    /// At most half a unit in the last place (IEEE 754-2019, clause 5.4).
    Half,
    /// That of the sum, and that of the product of the first two arguments, which may have been rounded on its own.
    HalfAndProduct,
    /// At most one unit in the last place, which good libraries keep (Innocente & Zimmermann, "Accuracy of Mathematical Functions
    /// in Single, Double, Double Extended, and Quadruple Precision", hal-03141101).
    One,
    /// Nobody says: sums inside of the operation may cancel, or it is an approximation.
    Unknown,
}

/// Families whose results need no rounding.
#[rustfmt::skip] // a table
const EXACT: &[&str] = &[
    "arithmetic_fence", "canonicalize", "copysign", "fabs", "fmax", "fmaximum", "fmaximum_num", "fmin", "fminimum", "fminimum_num", "fmod",
    "fneg", "frem", "frexp", "frexp_pair", "ldexp", "modf", "modf_pair", "nextafter", "nexttoward", "remainder", "remquo",
    "scalbln", "scalbn", "x86_getmant", "x86_max", "x86_min",
];

const HALF: &[&str] = &["fadd", "fdim", "fdiv", "fma", "fmul", "fsub", "sqrt"];

#[rustfmt::skip] // a table
const ONE: &[&str] = &[
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "cos", "cosh", "cospi", "erf", "erfc", "exp", "exp10", "exp2",
    "expm1", "hypot", "log", "log10", "log1p", "log2", "pow", "rcbrt", "rhypot", "rsqrt", "sin", "sincos", "sincos_pair",
    "sincos_returned", "sincospi_pair", "sinh", "sinpi", "tan", "tanh", "tanpi",
];

/// What an operation of a family adds.
pub fn rounding(family: &str) -> Rounding {
    let is_in = |families: &[&str]| families.contains(&family);
    match family {
        "fmuladd" => Rounding::HalfAndProduct,
        _ if is_in(EXACT) => Rounding::Exact,
        _ if is_in(HALF) => Rounding::Half,
        _ if is_in(ONE) => Rounding::One,
        _ => Rounding::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_in_one_table() {
        let mut all = [EXACT, HALF, ONE].concat();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}
