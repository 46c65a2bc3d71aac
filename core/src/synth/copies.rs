//! Adjoints of memory operations.
//!
//! Owns: copies and resets, in both modes' directions.
//! Must not: deduce layouts; the plan says where numbers and pointers lie.

use super::add::is_of_thread;
use super::frame::{Frame, place};
use super::guard::{Shadow, unless};
use super::lookup::Reverse;
use super::rule::float_type;
use super::tape;
use crate::plan::Item;
use crate::plan::accumulate::{Addition, addition};
use crate::plan::bytes::{Bytes, Row};
use crate::view::{InstId, ValueId};
use enzyme_llvm_shim::ir::{IntPredicate, Type, Value};
use enzyme_rules::{Elsewhere, MemoryOp, MemorySource};

impl Reverse<'_, '_> {
    pub(super) fn argument(&self, id: InstId, index: u8) -> ValueId {
        self.frame.source.facts.body.insts[id].operands[usize::from(index)]
    }

    pub(super) fn length(&mut self, id: InstId, index: u8) -> Value {
        let length = self.lookup(Item::Primal(self.argument(id, index)));
        self.frame
            .build
            .int_cast(length, self.frame.context().int(64), false)
    }

    /// The target's adjoint moves to the source; the target held something else before.
    pub(crate) fn copy(&mut self, id: InstId, op: &MemoryOp, bytes: &Bytes, from_shadowed: bool) {
        let target = self.shadow_behind(self.argument(id, op.dst));
        let all = Span {
            bytes: self.length(id, op.len),
            none: target.is_primal,
        };
        let (MemorySource::Copy(from) | MemorySource::Move(from)) = op.source else {
            return;
        };
        if !from_shadowed {
            clear(self.frame, op, bytes, target.at, all);
            return;
        }
        if matches!(bytes, Bytes::Fields { floats, .. } if floats.is_empty()) {
            return;
        }
        let pointer = self.argument(id, from);
        let source = self.shadow_behind(pointer);
        if let Some(passive) = source.is_primal {
            clear(
                self.frame,
                op,
                bytes,
                target.at,
                all.only_if(self.frame, passive),
            );
        }
        let moved = all.unless(self.frame, source.is_primal);
        if let Some(by) = op.by {
            let place = place(self.frame, id);
            let sides = (source.at, target.at);
            return accumulate_elsewhere(self.frame, (by, place), bytes, sides, moved);
        }
        let length = moved.bytes(self.frame);
        let runs = runs(self.frame, bytes, moved);
        let is_atomic = !matches!(
            addition(self.frame.source.facts, id, pointer),
            Addition::Plain(_)
        );
        let frame = &*self.frame;
        let step = |run: &Run, (to, at): (Value, Value), count: Value| {
            let pair = (offset(frame, to, run.offset), offset(frame, at, run.offset));
            let (module, build) = (frame.source.module, &frame.build);
            match is_atomic {
                true => {
                    let (step, none) = (step_of(frame, run), count.ty().zero());
                    let own = is_of_thread(frame, pointer, pair.0);
                    let shared = own.map_or(count, |own| build.select(own, none, count));
                    tape::accumulate_atomically(module, build, run.ty, pair, (shared, step));
                    if let Some(own) = own {
                        let count = build.select(own, count, none);
                        tape::accumulate_and_clear(module, build, run.ty, pair, count, run.stride);
                    }
                }
                false => tape::accumulate_and_clear(module, build, run.ty, pair, count, run.stride),
            }
        };
        let (source, target) = (source.at, target.at);
        match Aside::needed(op, runs.len()) {
            true => Aside::between(frame, (source, target), length).run(frame, &runs, step),
            false => runs
                .iter()
                .for_each(|run| step(run, (source, target), run.count)),
        }
    }

    /// Overwritten by bytes without derivative: the adjoint ends here.
    pub(crate) fn reset(&mut self, id: InstId, op: &MemoryOp, bytes: Option<&Bytes>) {
        if matches!(bytes, Some(Bytes::Fields { floats, .. }) if floats.is_empty()) {
            return;
        }
        let target = self.shadow_behind(self.argument(id, op.dst));
        let all = Span {
            bytes: self.length(id, op.len),
            none: target.is_primal,
        };
        zero(self.frame, op, bytes, target.at, all);
    }
}

/// Has a library add the numbers of one place to those of another one.
fn accumulate_elsewhere(
    frame: &Frame<'_>,
    (by, place): (&Elsewhere, Value),
    bytes: &Bytes,
    (to, from): (Value, Value),
    moved: Span,
) {
    let accumulate = |places: [Value; 2], bytes: Value, each: u64| {
        let more = [bytes, frame.i64(each), place];
        call_library(frame, by.accumulate, &places, &more);
    };
    let all = moved.bytes(frame);
    if !matches!(bytes, Bytes::Fields { .. }) {
        return accumulate([to, from], all, each(frame, bytes));
    }
    for run in runs(frame, bytes, moved) {
        let each = frame.size_of(run.ty);
        let bytes = frame.build.mul(run.count, frame.i64(each));
        accumulate(
            [to, from].map(|at| offset(frame, at, run.offset)),
            bytes,
            each,
        );
    }
    // A device may have others, which no code of the host accesses.
    call_library(frame, by.spent, &[from], &[all, place]);
}

/// Bytes of each number; none if the library finds out.
fn each(frame: &Frame<'_>, bytes: &Bytes) -> u64 {
    match bytes {
        Bytes::Floats(kind) => frame.size_of(float_type(frame.source.module, *kind)),
        Bytes::Untold | Bytes::Fields { .. } => 0,
    }
}

/// Has a library do something with shadows that generated code cannot.
fn call_library(frame: &Frame<'_>, symbol: &str, places: &[Value], more: &[Value]) {
    let args = [places, more].concat();
    let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
    let ty = frame.context().void().function(&types, false);
    let callee = frame.source.module.declare(symbol, ty);
    frame.build.call(ty, callee, &args, "");
}

/// So many bytes of memory; none of them where the condition holds, if there is one.
#[derive(Clone, Copy)]
struct Span {
    bytes: Value,
    none: Option<Value>,
}

impl Span {
    fn unless(self, frame: &Frame<'_>, condition: Option<Value>) -> Self {
        let none = match (self.none, condition) {
            (Some(a), Some(b)) => Some(frame.build.or(a, b)),
            (a, b) => a.or(b),
        };
        Self { none, ..self }
    }

    fn only_if(self, frame: &Frame<'_>, condition: Value) -> Self {
        let one = frame.context().int(1).constant_int(1);
        self.unless(frame, Some(frame.build.xor(condition, one)))
    }

    fn bytes(self, frame: &Frame<'_>) -> Value {
        unless(frame, self.none, self.bytes)
    }
}

/// Memory by way of which several runs are moved where source and target overlap: one run by itself goes in the order that
/// spares what is still to be read, but another run may write there.
struct Aside {
    to: Value,
    from: Value,
    /// Whether the two overlap, as the program finds when it runs.
    overlap: Value,
    memory: Value,
    mark: Value,
}

impl Aside {
    fn needed(op: &MemoryOp, runs: usize) -> bool {
        matches!(op.source, MemorySource::Move(_)) && runs > 1
    }

    /// Zeroed memory as large as what is moved; none where nothing overlaps.
    fn between(frame: &Frame<'_>, (to, from): (Value, Value), length: Value) -> Self {
        let (module, build) = (frame.source.module, &frame.build);
        let i64 = frame.context().int(64);
        let [at, other] = [to, from].map(|p| build.ptrtoint(p, i64));
        let within = |a, b| build.icmp(IntPredicate::LLVMIntULT, build.sub(a, b), length);
        let overlap = build.or(within(at, other), within(other, at));
        let bytes = build.select(overlap, length, frame.i64(0));
        let mark = tape::mark(module, build);
        let memory = tape::push(module, build, bytes);
        build.zero_memory(memory, bytes);
        Self {
            to,
            from,
            overlap,
            memory,
            mark,
        }
    }

    /// Moves all runs to the memory before any of them goes on; where nothing overlaps, each goes at once.
    fn run(&self, frame: &Frame<'_>, runs: &[Run], step: impl Fn(&Run, (Value, Value), Value)) {
        let build = &frame.build;
        for run in runs {
            let count = build.select(self.overlap, run.count, frame.i64(0));
            step(run, (self.memory, self.from), count);
        }
        let from = build.select(self.overlap, self.memory, self.from);
        for run in runs {
            step(run, (self.to, from), run.count);
        }
        tape::release(frame.source.module, build, self.mark);
    }
}

/// A run of numbers or pointers at one distance from each other.
struct Run {
    offset: u64,
    ty: Type,
    count: Value,
    stride: Option<Value>,
}

fn offset(frame: &Frame<'_>, pointer: Value, bytes: u64) -> Value {
    if bytes == 0 {
        pointer
    } else {
        frame.build.ptradd(pointer, frame.i64(bytes), "")
    }
}

/// How many elements of a stride begin at `offset` in `length` bytes.
fn elements(frame: &Frame<'_>, length: Value, offset: u64, stride: u64) -> Value {
    let build = &frame.build;
    let slack = build.add(length, frame.i64(stride - 1));
    let behind = build.icmp(IntPredicate::LLVMIntUGT, length, frame.i64(offset));
    let count = build.udiv(build.sub(slack, frame.i64(offset)), frame.i64(stride));
    build.select(behind, count, frame.i64(0))
}

/// The run of a row in memory that repeats every `stride` bytes.
fn run(frame: &Frame<'_>, (row, ty): (Row, Type), span: Span, stride: u64) -> Run {
    let (count, stride) = match row.count {
        1 => (elements(frame, span.bytes, row.offset, stride), stride),
        count => (frame.i64(count), frame.size_of(ty)),
    };
    Run {
        offset: row.offset,
        ty,
        count: unless(frame, span.none, count),
        stride: Some(frame.i64(stride)),
    }
}

fn runs(frame: &Frame<'_>, bytes: &Bytes, span: Span) -> Vec<Run> {
    match bytes {
        Bytes::Floats(kind) => {
            let ty = float_type(frame.source.module, *kind);
            let size = frame.i64(frame.size_of(ty));
            let count = frame.build.udiv(span.bytes(frame), size);
            vec![Run {
                offset: 0,
                ty,
                count,
                stride: None,
            }]
        }
        // A library moves them.
        Bytes::Untold => Vec::new(),
        Bytes::Fields { stride, floats, .. } => floats
            .iter()
            .map(|(row, kind)| {
                let ty = float_type(frame.source.module, *kind);
                run(frame, (*row, ty), span, *stride)
            })
            .collect(),
    }
}

/// Bytes from one scalar of a run to the next.
fn step_of(frame: &Frame<'_>, run: &Run) -> Value {
    let dense = || frame.i64(frame.size_of(run.ty));
    run.stride.unwrap_or_else(dense)
}

/// Zeroes the numbers of a shadow.
fn clear(frame: &Frame<'_>, op: &MemoryOp, bytes: &Bytes, target: Value, span: Span) {
    match bytes {
        Bytes::Fields { pointers, .. } if !pointers.is_empty() => {
            for run in runs(frame, bytes, span) {
                let at = offset(frame, target, run.offset);
                let stride = step_of(frame, &run);
                let module = frame.source.module;
                tape::clear(module, &frame.build, run.ty, at, run.count, stride);
            }
        }
        _ => zero(frame, op, None, target, span),
    }
}

/// Zeroes the numbers of a layout, or all bytes.
fn zero(frame: &Frame<'_>, op: &MemoryOp, bytes: Option<&Bytes>, target: Value, span: Span) {
    match (bytes, op.by) {
        (Some(bytes), _) => clear(frame, op, bytes, target, span),
        (None, Some(by)) => call_library(frame, by.clear, &[target], &[span.bytes(frame)]),
        (None, None) => {
            frame.build.zero_memory(target, span.bytes(frame));
        }
    }
}

/// Forward sweep of reverse mode: copied pointers are mirrored at once.
pub(crate) fn mirror_pointers(frame: &mut Frame<'_>, id: InstId, op: &MemoryOp, bytes: &Bytes) {
    let (MemorySource::Copy(from) | MemorySource::Move(from)) = op.source else {
        return;
    };
    frame.after(id);
    let (target, source, all) = sides(frame, id, op, from);
    copy_pointers(frame, op, bytes, (target.at, source.at), all);
}

/// The shadows of both sides of a copy, and what there is to write.
fn sides(frame: &mut Frame<'_>, id: InstId, op: &MemoryOp, from: u8) -> (Shadow, Shadow, Span) {
    let operand = |i: u8| frame.source.facts.body.insts[id].operands[usize::from(i)];
    let (to, from, length) = (operand(op.dst), operand(from), operand(op.len));
    let (target, source) = (frame.shadow_behind(to), frame.shadow_behind(from));
    let i64 = frame.context().int(64);
    let all = Span {
        bytes: frame.build.int_cast(frame.value(length), i64, false),
        none: target.is_primal,
    };
    (target, source, all)
}

/// Copies the pointers of a layout from shadow to shadow.
fn copy_pointers(
    frame: &Frame<'_>,
    op: &MemoryOp,
    bytes: &Bytes,
    between: (Value, Value),
    span: Span,
) {
    let Bytes::Fields {
        stride, pointers, ..
    } = bytes
    else {
        return;
    };
    if pointers.is_empty() {
        return;
    }
    let ty = frame.context().pointer();
    let runs: Vec<Run> = pointers
        .iter()
        .map(|row| run(frame, (*row, ty), span, *stride))
        .collect();
    let copy = |run: &Run, (to, from): (Value, Value), count: Value| {
        let pair = (
            offset(frame, to, run.offset),
            offset(frame, from, run.offset),
        );
        let step = step_of(frame, run);
        tape::copy_pointers(frame.source.module, &frame.build, pair, count, step);
    };
    match Aside::needed(op, runs.len()) {
        true => Aside::between(frame, between, span.bytes(frame)).run(frame, &runs, copy),
        false => runs.iter().for_each(|run| copy(run, between, run.count)),
    }
}

/// What is copied from memory with a shadow must not end in memory without one.
pub(crate) fn lose(frame: &mut Frame<'_>, id: InstId, op: &MemoryOp, bytes: &Bytes) {
    let (MemorySource::Copy(from) | MemorySource::Move(from)) = op.source else {
        return;
    };
    if matches!(bytes, Bytes::Fields { floats, pointers, .. } if floats.is_empty() && pointers.is_empty())
    {
        return;
    }
    frame.after(id);
    let (target, source, all) = sides(frame, id, op, from);
    let Some(is_primal) = target.is_primal else {
        return;
    };
    let length = unless(frame, source.is_primal, all.bytes);
    let (build, zero) = (&frame.build, length.ty().zero());
    let leaves = build.icmp(IntPredicate::LLVMIntNE, length, zero);
    let lost = build.and(is_primal, leaves);
    frame.lose(id, lost);
}

/// Forward sweep of reverse mode: zeroed pointers have null shadows at once.
pub(crate) fn mirror_nulls(frame: &mut Frame<'_>, id: InstId, op: &MemoryOp, bytes: &Bytes) {
    let Bytes::Fields {
        stride, pointers, ..
    } = bytes
    else {
        return;
    };
    let operand = |i: u8| frame.source.facts.body.insts[id].operands[usize::from(i)];
    let (to, length) = (operand(op.dst), operand(op.len));
    frame.after(id);
    let target = frame.shadow_behind(to);
    let (module, build) = (frame.source.module, &frame.build);
    let all = Span {
        bytes: build.int_cast(frame.value(length), frame.context().int(64), false),
        none: target.is_primal,
    };
    // A null pointer is a zero as wide as a double.
    let word = frame.context().double();
    for row in pointers {
        let run = run(frame, (*row, word), all, *stride);
        let first = offset(frame, target.at, run.offset);
        let step = step_of(frame, &run);
        tape::clear(module, build, word, first, run.count, step);
    }
}

/// Forward mode: the shadow is copied or zeroed like the primal.
pub(crate) fn tangent(
    frame: &mut Frame<'_>,
    id: InstId,
    op: &MemoryOp,
    copied: Option<(&Bytes, bool)>,
) {
    let operand = |i: u8| frame.source.facts.body.insts[id].operands[usize::from(i)];
    let (to, length) = (operand(op.dst), operand(op.len));
    frame.after(id);
    match (op.source, copied) {
        (MemorySource::Copy(from) | MemorySource::Move(from), Some((bytes, true))) => {
            copy_tangents(frame, id, op, (from, bytes));
            lose(frame, id, op, bytes);
        }
        (_, copied) => {
            let target = frame.shadow_behind(to);
            let i64 = frame.context().int(64);
            let all = Span {
                bytes: frame.build.int_cast(frame.value(length), i64, false),
                none: target.is_primal,
            };
            zero(frame, op, copied.map(|(bytes, _)| bytes), target.at, all);
            // As in the forward sweep of reverse mode.
            if let Some((bytes, false)) = copied
                && frame.request().runtime_activity
            {
                mirror_pointers(frame, id, op, bytes);
            }
        }
    }
}

/// Tangents are copied with the pointers beside them. Inactive memory has pointers for its shadow and no tangents.
fn copy_tangents(frame: &mut Frame<'_>, id: InstId, op: &MemoryOp, (from, bytes): (u8, &Bytes)) {
    let (target, source, all) = sides(frame, id, op, from);
    let whole = all.unless(frame, source.is_primal).bytes(frame);
    match op.by {
        Some(by) => call_library(frame, by.copy, &[target.at, source.at], &[whole]),
        None => {
            frame.build.copy_memory(target.at, source.at, whole);
        }
    }
    if let Some(passive) = source.is_primal {
        let parts = all.only_if(frame, passive);
        clear(frame, op, bytes, target.at, parts);
        copy_pointers(frame, op, bytes, (target.at, source.at), parts);
    }
}
