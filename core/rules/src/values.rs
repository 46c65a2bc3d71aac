//! Values: every callable family as a function of `f64`.
//!
//! Owns: [`call`], [`call_out`] and the reference digamma. Used by constant folding, by tests and by interpreters of
//! random programs. Must not: know formulas or rules (`eval.rs`). The functions come from the `libm` crate; what that lacks
//! is written here in the plainest way.

use std::f64::consts::{FRAC_2_SQRT_PI, PI, SQRT_2};

/// Value of a member of the family at these arguments (integers as whole numbers); none when the
/// family or the number of arguments is not known.
pub fn call(family: &str, args: &[f64]) -> Option<f64> {
    match *args {
        [x] => unary(family).map(|f| f(x)),
        [x, y] => binary(family)
            .map(|f| f(x, y))
            .or_else(|| with_integer(family, x, y)),
        [x, y, z] => ternary(family).map(|f| f(x, y, z)),
        _ => None,
    }
}

#[rustfmt::skip] // a table
fn unary(family: &str) -> Option<fn(f64) -> f64> {
    Some(match family {
        "acos" => libm::acos, "acosh" => libm::acosh, "asin" => libm::asin, "asinh" => libm::asinh,
        "atan" => libm::atan, "atanh" => libm::atanh, "cbrt" => libm::cbrt, "ceil" => libm::ceil,
        "cos" => libm::cos, "cosh" => libm::cosh, "erf" => libm::erf, "erfc" => libm::erfc,
        "exp" => libm::exp, "exp10" => libm::exp10, "exp2" => libm::exp2, "expm1" => libm::expm1,
        "fabs" => libm::fabs, "floor" => libm::floor, "j0" => libm::j0, "j1" => libm::j1,
        "lgamma" => libm::lgamma, "log" => libm::log, "log10" => libm::log10,
        "log1p" => libm::log1p, "log2" => libm::log2, "rint" => libm::rint,
        "round" => libm::round, "roundeven" | "nearbyint" => libm::roundeven,
        "sin" => libm::sin, "sinh" => libm::sinh, "sqrt" => libm::sqrt, "tan" => libm::tan,
        "tanh" => libm::tanh, "tgamma" => libm::tgamma, "trunc" => libm::trunc,
        "y0" => libm::y0, "y1" => libm::y1,
        "lrint" | "llrint" => libm::rint, "lround" | "llround" => libm::round,
        "ilogb" | "logb" => |x| f64::from(libm::ilogb(x)),
        "arithmetic_fence" | "canonicalize" => |x| x,
        "cospi" => |x| libm::cos(PI * libm::fmod(x, 2.0)),
        "digamma" => digamma,
        "device_erfinv" => erfinv,
        "device_erfcinv" => |x| erfinv(1.0 - x),
        "device_erfcx" => erfcx,
        "device_normcdf" => |x| 0.5 * libm::erfc(-x / SQRT_2),
        "device_normcdfinv" => |x| SQRT_2 * erfinv(2.0 * x - 1.0),
        "device_rcp" => |x| 1.0 / x,
        "fneg" => |x| -x,
        "neon_recpe" | "x86_rcp" => |x| 1.0 / x,
        "neon_rsqrte" | "x86_rsqrt" => |x| 1.0 / libm::sqrt(x),
        "x86_getmant" => |x| 2.0 * libm::frexp(x).0,
        "x86_reduce" => |x| x - libm::roundeven(x),
        "rcbrt" => |x| 1.0 / libm::cbrt(x),
        "rsqrt" => |x| 1.0 / libm::sqrt(x),
        "sinpi" => |x| libm::sin(PI * libm::fmod(x, 2.0)),
        "tanpi" => |x| libm::tan(PI * (x - libm::rint(x))),
        _ => return None,
    })
}

#[rustfmt::skip] // a table
fn binary(family: &str) -> Option<fn(f64, f64) -> f64> {
    Some(match family {
        "neon_mulx" => |x, y| x * y,
        "neon_recps" => |x, y| 2.0 - x * y,
        "neon_rsqrts" => |x, y| (3.0 - x * y) / 2.0,
        "x86_max" => |x, y| if x > y { x } else { y },
        "x86_min" => |x, y| if x < y { x } else { y },
        "atan2" => libm::atan2, "copysign" => libm::copysign, "fdim" => libm::fdim,
        "fmax" => libm::fmax, "fmaximum" => libm::fmaximum, "fmaximum_num" => libm::fmaximum_num,
        "fmin" => libm::fmin, "fminimum" => libm::fminimum, "fminimum_num" => libm::fminimum_num,
        "fmod" | "frem" => libm::fmod, "hypot" => libm::hypot, "nextafter" => libm::nextafter,
        "nexttoward" => libm::nextafter, "pow" => libm::pow, "remainder" => libm::remainder,
        "rhypot" => |x, y| 1.0 / libm::hypot(x, y),
        "fadd" => |x, y| x + y, "fsub" => |x, y| x - y,
        "fmul" => |x, y| x * y, "fdiv" => |x, y| x / y,
        _ => return None,
    })
}

/// Functions with an integer among two arguments.
fn with_integer(family: &str, first: f64, second: f64) -> Option<f64> {
    Some(match family {
        "jn" => libm::jn(first as i32, second),
        "yn" => libm::yn(first as i32, second),
        "ldexp" | "scalbn" | "scalbln" => libm::scalbn(first, second as i32),
        "powi" => first.powi(second as i32),
        _ => return None,
    })
}

fn ternary(family: &str) -> Option<fn(f64, f64, f64) -> f64> {
    Some(match family {
        "fma" | "fmuladd" => libm::fma,
        "device_norm3d" => |x, y, z| libm::hypot(libm::hypot(x, y), z),
        "device_rnorm3d" => |x, y, z| 1.0 / libm::hypot(libm::hypot(x, y), z),
        _ => return None,
    })
}

/// The results of a function with several, in the order of its row.
pub fn call_out(family: &str, args: &[f64]) -> Option<Vec<f64>> {
    Some(match (family, args) {
        ("sincos" | "sincos_pair" | "sincos_returned", &[x]) => vec![libm::sin(x), libm::cos(x)],
        ("sincospi_pair" | "sincospi" | "sincospi_returned", &[x]) => {
            vec![call("sinpi", &[x])?, call("cospi", &[x])?]
        }
        ("modf" | "modf_pair", &[x]) => pair(libm::modf(x)),
        ("frexp" | "frexp_pair", &[x]) => pair_int(libm::frexp(x)),
        ("lgamma_r", &[x]) => pair_int(libm::lgamma_r(x)),
        ("remquo", &[x, y]) => pair_int(libm::remquo(x, y)),
        ("complex_mul", &[a, b, c, d]) => vec![a * c - b * d, a * d + b * c],
        ("complex_div", &[a, b, c, d]) => {
            let square = c * c + d * d;
            vec![(a * c + b * d) / square, (b * c - a * d) / square]
        }
        _ => return None,
    })
}

/// The inverse of the error function, by Newton's method from 0.
fn erfinv(x: f64) -> f64 {
    let step = |r: f64| (libm::erf(r) - x) / (FRAC_2_SQRT_PI * libm::exp(-r * r));
    (0..60).fold(0.0, |r: f64, _| r - step(r).clamp(-1.0, 1.0))
}

/// The scaled complement of the error function; far out by its asymptotic series.
fn erfcx(x: f64) -> f64 {
    if x < 12.0 {
        return libm::exp(x * x) * libm::erfc(x);
    }
    let u = 0.5 / x / x;
    let series = 1.0 - u * (1.0 - 3.0 * u * (1.0 - 5.0 * u * (1.0 - 7.0 * u * (1.0 - 9.0 * u))));
    0.5 * FRAC_2_SQRT_PI * series / x
}

fn pair((first, second): (f64, f64)) -> Vec<f64> {
    vec![first, second]
}

fn pair_int((first, second): (f64, i32)) -> Vec<f64> {
    vec![first, f64::from(second)]
}

/// The reference digamma: recurrence up to 20, then the asymptotic series; reflection below 0.
/// Slower and longer than the formula of `helper.rs`, and written apart from it.
pub fn digamma(x: f64) -> f64 {
    if x <= 0.0 {
        let fraction = x - libm::rint(x);
        return digamma(1.0 - x) - PI / libm::tan(PI * fraction);
    }
    let mut shifted = x;
    let mut recurrence = 0.0;
    while shifted < 20.0 {
        recurrence += 1.0 / shifted;
        shifted += 1.0;
    }
    // psi(z) = log z - 1/(2z) - sum B_2k / (2k z^2k), with the Bernoulli numbers B_2 .. B_10.
    let bernoulli = [1.0 / 6.0, -1.0 / 30.0, 1.0 / 42.0, -1.0 / 30.0, 5.0 / 66.0];
    let mut series = libm::log(shifted) - 0.5 / shifted;
    for (index, number) in bernoulli.iter().enumerate() {
        let order = 2.0 * (index + 1) as f64;
        series -= number / (order * libm::pow(shifted, order));
    }
    series - recurrence
}
