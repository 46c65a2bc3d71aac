//! Derivatives behind shadows of function pointers.
//!
//! The shadow of a pointer to a function leads to a constant of three words: in reverse mode the augmented primal and the reverse half,
//! in forward mode the tangent and null, and a word that says for which mode and which type of function they are. A call
//! through the pointer looks at that word first (`through.ll`).
//!
//! Owns: that constant, and calls of what is in it. Must not: decide which calls go through shadows.

use super::frame::Frame;
use super::tape;
use crate::plan::adjoints::{CallPlan, Called};
use crate::plan::through::convention;
use crate::request::{Mode, Request};
use crate::view::ValueId;
use crate::view::names::place_of;
use enzyme_llvm_shim::ir::{Module, Type, Value};
use xxhash_rust::xxh3::xxh3_64;

/// Bytes of a word of the constant.
const WORD: u64 = 8;

/// Which change of the convention it is: derivatives that follow an older one are told apart.
const VERSION: u64 = 1;

/// The request of a call through a pointer.
pub(super) fn request(pointer: Value, call: &CallPlan, mode: Mode) -> Request {
    convention(pointer, mode, (call.params.clone(), call.returned))
}

/// The pointer that a call goes through.
pub(super) fn pointer(call: &CallPlan, operands: &[ValueId]) -> Option<ValueId> {
    let last = operands.last().copied();
    last.filter(|_| call.called == Called::Through)
}

/// The derivative of a mode that a pointer's shadow leads to.
pub(super) fn derivative(
    frame: &Frame<'_>,
    call: Value,
    mode: Mode,
    (pointer, shadow): (Value, Value),
) -> Value {
    let module = frame.source.module;
    // The reverse half comes after the augmented primal.
    let reverse = mode == Mode::Reverse;
    if !reverse {
        let word = word(module, mode, call.called_type());
        let place = module.text("ez.place", &place_of(call));
        tape::check_through(module, &frame.build, (pointer, shadow), (word, place));
    }
    let offset = frame.i64(if reverse { WORD } else { 0 });
    let at = frame.build.ptradd(shadow, offset, "");
    frame
        .build
        .load(frame.context().pointer(), at, "derivative")
}

/// The constant for a function with these derivatives.
pub(crate) fn constant(
    module: Module,
    function: Value,
    mode: Mode,
    derivatives: &[Value],
) -> Value {
    let kind = if mode.is_reverse() {
        "halves"
    } else {
        "tangent"
    };
    let name = format!("{}.{kind}", function.name());
    let none = module.context().pointer().zero();
    let second = derivatives.get(1).copied().unwrap_or(none);
    let word = word(module, mode, function.function_type());
    let made = || module.constant_record(&name, &[derivatives[0], second, word]);
    module.global(&name).unwrap_or_else(made)
}

/// What tells modes and types of functions apart: modes of which only halves go together have one.
fn word(module: Module, mode: Mode, ty: Type) -> Value {
    let text = format!("{VERSION} {} {}", mode.is_reverse(), ty.print());
    module.context().i64(xxh3_64(text.as_bytes()) as i64)
}
