//! What nests of loops read of memory, from the first byte to the last: where it lies, and copies of it.
//!
//! Sums and products are of 64 bits and wrap as addresses do: they are right, for the program accesses the first byte and the last itself.
//!
//! Owns: their emission. Must not: choose what is copied.

use super::frame::Frame;
use super::tape;
use crate::plan::window::{Reach, Window};
use crate::view::ValueId;
use crate::view::polynomials::{Factor, Polynomial};
use enzyme_llvm_shim::ir::{IntPredicate, Opcode, Value};

/// Copies it onto the tape; gives the address that is as far before the copy as `of` is before the memory.
pub(super) fn copy(frame: &Frame<'_>, of: ValueId, window: &Window) -> Value {
    check_narrow(frame, &window.narrow);
    let (low, high) = all_ends(frame, &window.bytes).expect("some load reads it");
    let build = &frame.build;
    let bytes = build.sub(high, low);
    let source = build.ptradd(frame.value(of), low, "");
    // What lies at an aligned address does so in the copy.
    let room = build.add(bytes, frame.i64(u64::from(tape::ALIGNMENT)));
    let pushed = tape::push(frame.source.module, build, room);
    let i64 = frame.context().int(64);
    let [from, to] = [source, pushed].map(|at| build.cast(Opcode::LLVMPtrToInt, at, i64));
    let aside = build.and(
        build.sub(from, to),
        frame.i64(u64::from(tape::ALIGNMENT) - 1),
    );
    let copy = build.ptradd(pushed, aside, "copy");
    build.copy_memory(copy, source, bytes);
    build.ptradd_anywhere(copy, build.sub(frame.i64(0), low), "")
}

/// The addresses of the first byte that loads read behind the shadow of `of`, and behind the last one. If an index overflows 32 bits, the range is not known:
/// then it is all memory.
pub(super) fn in_shadow(frame: &Frame<'_>, shadow: Value, window: &Window) -> (Value, Value) {
    let (low, high) = all_ends(frame, &window.bytes).expect("some load reads it");
    let (build, i64) = (&frame.build, frame.context().int(64));
    let at = build.cast(Opcode::LLVMPtrToInt, shadow, i64);
    let ends = (build.add(at, low), build.add(at, high));
    let Some(wraps) = wraps(frame, &window.narrow) else {
        return ends;
    };
    let all = (frame.i64(0), frame.i64(u64::MAX));
    (
        build.select(wraps, all.0, ends.0),
        build.select(wraps, all.1, ends.1),
    )
}

/// How often the loops that move what is read run, at least.
pub(super) fn often(frame: &Frame<'_>, window: &Window) -> Value {
    let of_one = |reach: &Reach| {
        let steps = reach.steps.iter();
        let trips = steps.map(|(last, _)| frame.build.add(frame.value(*last), frame.i64(1)));
        trips.fold(frame.i64(1), |all, one| frame.build.mul(all, one))
    };
    let all = window.bytes.iter().map(of_one);
    all.fold(frame.i64(0), |all, one| frame.build.add(all, one))
}

/// Ends the program if a number does not fit into 32 bits.
fn check_narrow(frame: &Frame<'_>, all: &[Reach]) {
    let Some(wraps) = wraps(frame, all) else {
        return;
    };
    let function = frame.source.facts.request.function.name();
    let function = frame.source.module.text("ez.function", &function);
    tape::check_wraps(frame.source.module, &frame.build, wraps, function);
}

/// Whether some number does not fit into 32 bits.
fn wraps(frame: &Frame<'_>, all: &[Reach]) -> Option<Value> {
    let (least, end) = all_ends(frame, all)?;
    let (build, context) = (&frame.build, frame.context());
    let [lowest, highest] = [i32::MIN, i32::MAX].map(|n| context.i64(n.into()));
    let below = build.icmp(IntPredicate::LLVMIntSLT, least, lowest);
    let above = build.icmp(
        IntPredicate::LLVMIntSGT,
        end,
        build.add(highest, frame.i64(1)),
    );
    Some(build.or(below, above))
}

/// The least and the end of the greatest of all.
fn all_ends(frame: &Frame<'_>, all: &[Reach]) -> Option<(Value, Value)> {
    let ends = all.iter().map(|reach| ends(frame, reach));
    ends.reduce(|(low, high), (lower, higher)| {
        (lesser(frame, low, lower), greater(frame, high, higher))
    })
}

/// The least and the end of the greatest of numbers that loops move.
fn ends(frame: &Frame<'_>, reach: &Reach) -> (Value, Value) {
    let build = &frame.build;
    let at = sum(frame, &reach.origin);
    let (first, end) = reach.window;
    let [mut low, mut high] = [first, end].map(|n| build.add(at, frame.context().i64(n)));
    for (last, step) in &reach.steps {
        let last = build.int_cast(frame.value(*last), frame.context().int(64), false);
        let moved = build.mul(sum(frame, step), last);
        let zero = frame.i64(0);
        low = build.add(low, lesser(frame, moved, zero));
        high = build.add(high, greater(frame, moved, zero));
    }
    (low, high)
}

fn lesser(frame: &Frame<'_>, one: Value, other: Value) -> Value {
    let less = frame.build.icmp(IntPredicate::LLVMIntSLT, one, other);
    frame.build.select(less, one, other)
}

fn greater(frame: &Frame<'_>, one: Value, other: Value) -> Value {
    let more = frame.build.icmp(IntPredicate::LLVMIntSGT, one, other);
    frame.build.select(more, one, other)
}

fn sum(frame: &Frame<'_>, of: &Polynomial) -> Value {
    let products = of
        .products()
        .map(|(factors, often)| product(frame, factors, often));
    products.fold(frame.i64(0), |all, one| frame.build.add(all, one))
}

fn product(frame: &Frame<'_>, factors: &[Factor], often: i64) -> Value {
    let i64 = frame.context().int(64);
    let wide = |factor: &Factor| {
        let value = frame.value(factor.value);
        frame.build.int_cast(value, i64, factor.is_signed)
    };
    let factors = factors.iter().map(wide);
    factors.fold(frame.context().i64(often), |all, one| {
        frame.build.mul(all, one)
    })
}
