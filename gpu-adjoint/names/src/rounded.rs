//! Arithmetic that says how it rounds.
//!
//! Owns: these names: `__nv_dadd_rd`, `__nv_fma_rn`, `__nv_fmaf_rz`, `__ocml_sqrt_rtp_f32`. Must not: know other functions.

use crate::{Accuracy, Function, Precision, Results, Rounding};

/// What is computed, and libdevice's name for it behind the letter of the precision.
const ARITHMETIC: [&str; 8] = ["add", "sub", "mul", "div", "rcp", "sqrt", "rsqrt", "fma"];

fn computed(name: &str) -> Option<&'static str> {
    ARITHMETIC.into_iter().find(|known| *known == name)
}

/// `add` and `double` of `dadd`.
fn of_libdevice(name: &str) -> Option<(&'static str, Precision)> {
    match name {
        "fma" => return Some(("fma", Precision::Double)),
        "fmaf" | "fmaf_ieee" => return Some(("fma", Precision::Single)),
        _ => {}
    }
    let precision = match name.chars().next()? {
        'd' => Precision::Double,
        'f' => Precision::Single,
        _ => return None,
    };
    Some((computed(&name[1..])?, precision))
}

fn libdevice(rest: &str) -> Option<(&'static str, Precision, Rounding)> {
    let (name, rounding) = rest.rsplit_once('_')?;
    let rounding = match rounding {
        "rn" => Rounding::Nearest,
        "rd" => Rounding::Down,
        "ru" => Rounding::Up,
        "rz" => Rounding::Zero,
        _ => return None,
    };
    let (computes, precision) = of_libdevice(name)?;
    Some((computes, precision, rounding))
}

fn ocml(rest: &str) -> Option<(&'static str, Precision, Rounding)> {
    let (name, precision) = rest.rsplit_once('_')?;
    let precision = match precision {
        "f32" => Precision::Single,
        "f64" => Precision::Double,
        _ => return None,
    };
    let (name, rounding) = name.rsplit_once('_')?;
    let rounding = match rounding {
        "rte" => Rounding::Nearest,
        "rtn" => Rounding::Down,
        "rtp" => Rounding::Up,
        "rtz" => Rounding::Zero,
        _ => return None,
    };
    Some((computed(name)?, precision, rounding))
}

/// The function of a name.
pub(crate) fn find(name: &str) -> Option<Function> {
    let (computes, precision, rounding) = match name.strip_prefix("__nv_") {
        Some(rest) => libdevice(rest)?,
        None => ocml(name.strip_prefix("__ocml_")?)?,
    };
    Some(Function {
        computes,
        precision,
        accuracy: Accuracy::Usual,
        rounding,
        results: Results::Returned,
        in_libm: matches!(computes, "sqrt" | "fma"),
    })
}
