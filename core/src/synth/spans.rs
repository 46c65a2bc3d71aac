//! What a worker reads of memory that others may read as well, and what nobody else reads of it (`enzyme_rules::SpanRule`).
//!
//! Addresses are those of shadows, for that is where workers add.
//!
//! Owns: remembering it in the forward sweep, and asking for it in the reverse pass; looking into promises. Must not: choose which loads are concerned.

use super::frame::{Frame, OwnPart, place};
use super::{shadows, team, windows};
use crate::plan::accumulate;
use crate::plan::spans::{Remembered, only_read};
use crate::view::InstId;
use crate::view::steps::starter;
use enzyme_llvm_shim::builder::Builder;
use enzyme_llvm_shim::ir::{IntPredicate, Type, Value};
use enzyme_rules::SpanRule;
use indexmap::IndexMap;

/// Variables for the first address and the end of each part, and for how often it is read.
pub(super) struct Read {
    rule: SpanRule,
    parts: Vec<[Value; 3]>,
}

/// The loads, and the functions of the library that started the team.
fn concerned<'a>(frame: &Frame<'a>) -> Option<(&'a IndexMap<InstId, usize>, SpanRule)> {
    let facts = frame.source.facts;
    Some((accumulate::spans(facts)?, rule(frame)?))
}

fn rule(frame: &Frame<'_>) -> Option<SpanRule> {
    let function = frame.source.facts.request.function;
    starter(function)?;
    team::rule(frame, &function.name()).spans.copied()
}

/// Tells the library what is read of which the program promises that nobody else reads it.
pub(super) fn look_into(frame: &mut Frame<'_>, promised: &[InstId]) {
    let Some(rule) = rule(frame) else {
        return;
    };
    for load in promised {
        let body = frame.source.facts.body;
        let inst = &body.insts[*load];
        let result = inst.result.expect("a load has a result");
        let bytes = body.types.get(body.values[result].ty).store_size;
        frame.after(*load);
        let args = [
            frame.value(inst.operands[0]),
            frame.i64(bytes),
            place(frame, *load),
        ];
        team::library(frame, rule.promised, frame.context().void(), &args);
    }
}

fn count(spans: &IndexMap<InstId, usize>) -> usize {
    spans.values().max().map_or(0, |most| most + 1)
}

/// Emits the forward sweep's part, but for its end.
pub(super) fn remember(frame: &mut Frame<'_>, what: &Remembered) -> Option<Read> {
    let (spans, rule) = concerned(frame)?;
    let int = frame.context().int(64);
    let only_read = only_read(frame.source.facts);
    let parts =
        (0..count(spans)).map(|_| ["low", "end", "often"].map(|name| frame.slot(int, name)));
    let parts: Vec<[Value; 3]> = parts.collect();
    let build = Builder::new(frame.context());
    build.before(frame.slot_anchor.expect("slots have an anchor"));
    for [low, ..] in &parts {
        build.store(frame.i64(u64::MAX), *low);
    }
    for (load, part) in &what.each {
        let ends = read_by(frame, *load);
        widen(frame, parts[*part], ends);
        if only_read.contains(part) {
            add_up(frame, parts[*part], frame.i64(1));
        }
    }
    for ((part, nest), window) in &what.nests {
        frame.before_end(frame.source.facts.body.loops[nest.before].preheader);
        let shadow = shadows::shadow(frame, nest.of);
        let ends = windows::in_shadow(frame, shadow, window);
        widen(frame, parts[*part], ends);
        if only_read.contains(part) {
            add_up(frame, parts[*part], windows::often(frame, window));
        }
    }
    Some(Read { rule, parts })
}

/// The first and the last address of what a load reads, behind it.
fn read_by(frame: &mut Frame<'_>, load: InstId) -> (Value, Value) {
    let body = frame.source.facts.body;
    let inst = &body.insts[load];
    let result = inst.result.expect("a load has a result");
    let bytes = body.types.get(body.values[result].ty).store_size;
    frame.after(load);
    let shadow = shadows::shadow(frame, inst.operands[0]);
    let from = frame.build.ptrtoint(shadow, frame.context().int(64));
    (from, frame.build.add(from, frame.i64(bytes)))
}

/// Widens a part by what lies between two addresses.
fn widen(frame: &Frame<'_>, [low, end, _]: [Value; 3], (from, to): (Value, Value)) {
    let (build, int) = (&frame.build, frame.context().int(64));
    for (slot, at, wider) in [
        (low, from, IntPredicate::LLVMIntULT),
        (end, to, IntPredicate::LLVMIntUGT),
    ] {
        let before = build.load(int, slot, "");
        let is_wider = build.icmp(wider, at, before);
        build.store(build.select(is_wider, at, before), slot);
    }
}

/// Counts that a part is read so often.
fn add_up(frame: &Frame<'_>, [.., often]: [Value; 3], more: Value) {
    let build = &frame.build;
    let before = build.load(frame.context().int(64), often, "");
    build.store(build.add(before, more), often);
}

/// Tells the library, where the forward sweep ends.
pub(super) fn keep(frame: &Frame<'_>, read: &Read) {
    let int = frame.context().int(64);
    let words: Vec<Value> = read
        .parts
        .iter()
        .flatten()
        .map(|slot| frame.build.load(int, *slot, ""))
        .collect();
    let table = table(frame, words.len());
    for (index, word) in words.iter().enumerate() {
        let at = frame
            .build
            .element_ptr(int, table, frame.i64(index as u64), "");
        frame.build.store(*word, at);
    }
    ask(frame, &frame.build, read.rule.keep, table, read.parts.len());
}

/// Asks what nobody else reads, where the reverse pass begins.
pub(super) fn own(frame: &Frame<'_>) -> Vec<OwnPart> {
    let Some((spans, rule)) = concerned(frame) else {
        return Vec::new();
    };
    let n = count(spans);
    let table = table(frame, 4 * n);
    let build = Builder::new(frame.context());
    build.before(frame.slot_anchor.expect("slots have an anchor"));
    ask(frame, &build, rule.own, table, n);
    let int = frame.context().int(64);
    let word = |index: usize| {
        let at = build.element_ptr(int, table, frame.i64(index as u64), "");
        build.load(int, at, "")
    };
    let only_read = only_read(frame.source.facts);
    let part = |index: usize| OwnPart {
        low: word(4 * index),
        end: word(4 * index + 1),
        whole: build.icmp(IntPredicate::LLVMIntNE, word(4 * index + 2), int.zero()),
        distance: only_read.contains(&index).then(|| word(4 * index + 3)),
    };
    (0..n).map(part).collect()
}

/// The part to which a load's adjoint is added.
pub(super) fn of(frame: &Frame<'_>, load: InstId) -> Option<OwnPart> {
    let part = accumulate::spans(frame.source.facts)?.get(&load)?;
    frame.own.get(*part).copied()
}

/// Memory for so many words, in front of all that the function does.
fn table(frame: &Frame<'_>, words: usize) -> Value {
    let build = Builder::new(frame.context());
    build.before(frame.slot_anchor.expect("slots have an anchor"));
    let ty: Type = frame.context().int(64).array(words as u64);
    build.alloca(ty, "spans")
}

fn ask(frame: &Frame<'_>, build: &Builder, name: &str, table: Value, n: usize) {
    let context = frame.context();
    let n = context.int(32).constant_int(n as u64);
    let ty = context.void().function(&[table.ty(), n.ty()], false);
    let callee = frame.source.module.declare(name, ty);
    build.call(ty, callee, &[table, n], "");
}
