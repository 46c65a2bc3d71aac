//! Bounds of the errors of numbers, in the place of their tangents.
//!
//! To first order, |error of f(x, y)| <= |df/dx| |error of x| + |df/dy| |error of y| + what f rounds (Higham, "Accuracy and Stability of
//! Numerical Algorithms", 2nd ed., 2002, sections 1.5 and 2.2).
//!
//! Owns: the three terms. Must not: know partials.

use super::frame::Frame;
use enzyme_llvm_shim::ir::{Type, TypeKind, Value};
use enzyme_rules::rounding::{Rounding, rounding};

/// A term of a tangent as a term of a bound, if bounds are asked for.
pub(super) fn term(frame: &Frame<'_>, part: Value) -> Value {
    match frame.request().errors {
        true => magnitude(frame, part),
        false => part,
    }
}

/// The bound for a result, given that for its arguments and these; as it is if tangents are asked for.
pub(super) fn of_result(
    frame: &Frame<'_>,
    family: &str,
    (so_far, result): (Value, Value),
    arguments: &[Value],
) -> Value {
    if !frame.request().errors {
        return so_far;
    }
    let build = &frame.build;
    let rounded = |value: Value, units: f64| {
        let unit = value.ty().constant_float(units * half_unit(value.ty()));
        build.fmul(magnitude(frame, value), unit)
    };
    match rounding(family) {
        Rounding::Exact => so_far,
        Rounding::Half => build.fadd(so_far, rounded(result, 1.0)),
        Rounding::One => build.fadd(so_far, rounded(result, 2.0)),
        Rounding::HalfAndProduct => {
            let product = rounded(build.fmul(arguments[0], arguments[1]), 1.0);
            build.fadd(build.fadd(so_far, product), rounded(result, 1.0))
        }
        Rounding::Unknown => panic!("the plan refuses `{family}`"),
    }
}

/// The bound for a number that was converted; wider formats hold it as it is.
pub(super) fn converted(frame: &Frame<'_>, bound: Value, (from, result): (Type, Value)) -> Value {
    let narrower = half_unit(result.ty()) > half_unit(from);
    match frame.request().errors && narrower {
        true => of_result(frame, "fadd", (bound, result), &[]),
        false => bound,
    }
}

fn magnitude(frame: &Frame<'_>, value: Value) -> Value {
    let ty = value.ty();
    let fabs = frame.source.module.intrinsic("llvm.fabs", &[ty]);
    let function = fabs.function_type();
    frame.build.call(function, fabs, &[value], "")
}

/// Half a unit in the last place of 1, for a floating type or vectors of it.
fn half_unit(ty: Type) -> f64 {
    let bits = match ty.kind() {
        TypeKind::LLVMHalfTypeKind => 11,
        TypeKind::LLVMBFloatTypeKind => 8,
        TypeKind::LLVMFloatTypeKind => 24,
        TypeKind::LLVMDoubleTypeKind => 53,
        TypeKind::LLVMX86_FP80TypeKind => 64,
        TypeKind::LLVMFP128TypeKind => 113,
        TypeKind::LLVMVectorTypeKind => return half_unit(ty.element()),
        other => panic!("no floating type: {other:?}"),
    };
    0.5_f64.powi(bits)
}
