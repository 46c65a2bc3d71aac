//! Tangents of operands in forward mode.
//!
//! Owns: their types, and that they are zero where nothing varies. Must not: make the tangent of a result.

use super::frame::Frame;
use super::rule::float_type;
use crate::view::ValueId;
use enzyme_llvm_shim::ir::{Type, TypeKind, Value};

/// Tangent of a number; zero if it is inactive.
pub(super) fn tangent(frame: &Frame<'_>, value: ValueId) -> Value {
    let active = frame.source.facts.activities.active(value);
    match frame.shadows[value] {
        Some(tangent) if active => tangent,
        _ => tangent_type(frame, value).zero(),
    }
}

/// Tangent of an operand that flows into `like`: integers that carry numbers are typed by the result,
/// for a constant operand says nothing.
pub(super) fn tangent_like(frame: &Frame<'_>, value: ValueId, like: ValueId) -> Value {
    let active = frame.source.facts.activities.active(value);
    match frame.shadows[value] {
        Some(tangent) if active => tangent,
        _ => tangent_type(frame, like).zero(),
    }
}

/// Type of a tangent: the value's own, or that of the numbers whose bits it carries.
pub(super) fn tangent_type(frame: &Frame<'_>, value: ValueId) -> Type {
    let ty = frame.ty(value);
    if ty.kind() != TypeKind::LLVMIntegerTypeKind {
        return ty;
    }
    match frame.source.facts.carried(value, ty.int_bits()) {
        Some((kind, 1)) => float_type(frame.source.module, kind),
        Some((kind, n)) => float_type(frame.source.module, kind).vector(n),
        None => ty,
    }
}
