//! What nests of loops read of memory, from the first byte to the last: where it lies, and copies of it.
//!
//! Sums and products are of 64 bits and wrap as addresses do: they are right, for the program accesses the first byte and the last itself.
//!
//! Owns: their emission. Must not: choose what is copied.

use super::frame::Frame;
use super::lookup::Reverse;
use super::tape;
use crate::plan::Item;
use crate::plan::window::{Reach, Window};
use crate::view::ValueId;
use crate::view::polynomials::{Factor, Polynomial};
use enzyme_llvm_shim::ir::{IntPredicate, Opcode, Value};

/// Where the numbers are known on which windows depend.
pub(super) trait Known<'a> {
    fn frame(&self) -> &Frame<'a>;

    /// A value of the primal.
    fn known(&mut self, value: ValueId) -> Value;
}

impl<'a> Known<'a> for Frame<'a> {
    fn frame(&self) -> &Frame<'a> {
        self
    }

    fn known(&mut self, value: ValueId) -> Value {
        self.value(value)
    }
}

impl<'a> Known<'a> for Reverse<'_, 'a> {
    fn frame(&self) -> &Frame<'a> {
        self.frame
    }

    fn known(&mut self, value: ValueId) -> Value {
        self.lookup(Item::Primal(value))
    }
}

/// Copies it onto the tape; gives the address that is as far before the copy as `of` is before the memory.
pub(super) fn copy(frame: &mut Frame<'_>, of: ValueId, window: &Window) -> Value {
    check_narrow(frame, &window.narrow);
    let (low, high) = all_ends(frame, &window.bytes).expect("some load reads it");
    copy_between(frame, of, low, high)
}

/// Copies what lies between two distances from an address onto the tape; gives the address that is as far before the copy as `of` is before the memory.
pub(super) fn copy_between(frame: &Frame<'_>, of: ValueId, low: Value, high: Value) -> Value {
    let build = &frame.build;
    let bytes = build.sub(high, low);
    let source = build.ptradd_anywhere(frame.value(of), low, "");
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

/// The addresses of the first byte that is accessed behind an address, or as far behind its shadow, and behind the last one. If an index overflows 32 bits, the
/// range is not known: then it is all memory.
pub(super) fn in_memory<'a>(
    known: &mut impl Known<'a>,
    of: Value,
    window: &Window,
) -> (Value, Value) {
    let (low, high) = all_ends(known, &window.bytes).expect("some load reads it");
    let (build, i64) = (&known.frame().build, known.frame().context().int(64));
    let at = build.cast(Opcode::LLVMPtrToInt, of, i64);
    let ends = (build.add(at, low), build.add(at, high));
    let Some(wraps) = wraps(known, &window.narrow) else {
        return ends;
    };
    let frame = known.frame();
    let all = (frame.i64(0), frame.i64(u64::MAX));
    (
        frame.build.select(wraps, all.0, ends.0),
        frame.build.select(wraps, all.1, ends.1),
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
fn check_narrow(frame: &mut Frame<'_>, all: &[Reach]) {
    let Some(wraps) = wraps(frame, all) else {
        return;
    };
    let function = frame.source.facts.request.function.name();
    let function = frame.source.module.text("ez.function", &function);
    tape::check_wraps(frame.source.module, &frame.build, wraps, function);
}

/// Whether some number does not fit into 32 bits.
fn wraps<'a>(known: &mut impl Known<'a>, all: &[Reach]) -> Option<Value> {
    let (least, end) = all_ends(known, all)?;
    let frame = known.frame();
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
fn all_ends<'a>(known: &mut impl Known<'a>, all: &[Reach]) -> Option<(Value, Value)> {
    let ends: Vec<(Value, Value)> = all.iter().map(|reach| ends(known, reach)).collect();
    let frame = known.frame();
    let widened =
        |(low, high), (lower, higher)| (lesser(frame, low, lower), greater(frame, high, higher));
    ends.into_iter().reduce(widened)
}

/// The least and the end of the greatest of numbers that loops move.
fn ends<'a>(known: &mut impl Known<'a>, reach: &Reach) -> (Value, Value) {
    let at = sum(known, &reach.origin);
    let (first, end) = reach.window;
    let [mut low, mut high] =
        [first, end].map(|n| known.frame().build.add(at, known.frame().context().i64(n)));
    for (last, step) in &reach.steps {
        let (last, step) = (known.known(*last), sum(known, step));
        let frame = known.frame();
        let build = &frame.build;
        let moved = build.mul(step, build.int_cast(last, frame.context().int(64), false));
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

fn sum<'a>(known: &mut impl Known<'a>, of: &Polynomial) -> Value {
    let mut all = known.frame().i64(0);
    for (factors, often) in of.products() {
        let one = product(known, factors, often);
        all = known.frame().build.add(all, one);
    }
    all
}

fn product<'a>(known: &mut impl Known<'a>, factors: &[Factor], often: i64) -> Value {
    let i64 = known.frame().context().int(64);
    let mut all = known.frame().context().i64(often);
    for factor in factors {
        let value = known.known(factor.value);
        let build = &known.frame().build;
        all = build.mul(all, build.int_cast(value, i64, factor.is_signed));
    }
    all
}
