//! What a worker reads of memory that others may read as well, and what nobody else reads of it (`enzyme_rules::SpanRule`).
//!
//! Addresses are those of shadows, for that is where workers add.
//!
//! Owns: remembering it in the forward sweep, and asking for it in the reverse pass; looking into promises. Must not: choose which loads are concerned.

use super::frame::{Frame, Instead, OwnPart, place};
use super::lookup::Reverse;
use super::{inspect, shadows, team, windows};
use crate::plan::accumulate;
use crate::plan::{Item, Plan};
use crate::view::steps::starter;
use crate::view::{InstId, ValueId};
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
        let (pointer, bytes) = accessed(frame, *load);
        frame.after(*load);
        let args = [frame.value(pointer), frame.i64(bytes), place(frame, *load)];
        team::library(frame, rule.promised, frame.context().void(), &args);
    }
}

fn count(spans: &IndexMap<InstId, usize>) -> usize {
    spans.values().max().map_or(0, |most| most + 1)
}

/// Emits the forward sweep's part, but for its end.
pub(super) fn remember(frame: &mut Frame<'_>, plan: &Plan) -> Option<Read> {
    let (spans, rule) = concerned(frame)?;
    let int = frame.context().int(64);
    let (what, private) = (&plan.remembered, &plan.private);
    let count = count(spans) + private.written();
    let parts = (0..count).map(|_| ["low", "end", "often"].map(|name| frame.slot(int, name)));
    let parts: Vec<[Value; 3]> = parts.collect();
    let build = Builder::new(frame.context());
    build.before(frame.slot_anchor.expect("slots have an anchor"));
    for [low, ..] in &parts {
        build.store(frame.i64(u64::MAX), *low);
    }
    for (load, part) in &what.each {
        let ends = accessed_by(frame, *load);
        widen(frame, parts[*part], ends);
        if private.contains(*part) {
            add_up(frame, parts[*part], frame.i64(1));
        }
    }
    for ((part, nest), window) in &what.nests {
        frame.before_end(frame.source.facts.body.loops[nest.before].preheader);
        let shadow = shadows::shadow(frame, nest.of);
        let ends = windows::in_memory(frame, shadow, window);
        widen(frame, parts[*part], ends);
        if private.contains(*part) {
            add_up(frame, parts[*part], windows::often(frame, window));
        }
    }
    for ((part, place), of) in &what.inspected {
        frame.before_end(frame.source.facts.body.loops[of.before].preheader);
        let shadow = shadows::shadow(frame, of.of);
        let [from, to, often] = inspect::in_shadow(frame, shadow, *place);
        widen(frame, parts[*part], (from, to));
        if private.contains(*part) {
            add_up(frame, parts[*part], often);
        }
    }
    Some(Read { rule, parts })
}

/// The first and the last address of what a load or a store accesses, behind it.
fn accessed_by(frame: &mut Frame<'_>, access: InstId) -> (Value, Value) {
    let (pointer, bytes) = accessed(frame, access);
    frame.after(access);
    let shadow = shadows::shadow(frame, pointer);
    let from = frame.build.ptrtoint(shadow, frame.context().int(64));
    (from, frame.build.add(from, frame.i64(bytes)))
}

/// Where a load or a store accesses memory, and how many bytes.
fn accessed(frame: &Frame<'_>, access: InstId) -> (ValueId, u64) {
    let accessed = frame.source.facts.body.accessed(access);
    accessed.expect("a load or a store is asked")
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
pub(super) fn keep(frame: &Frame<'_>, read: &Read, plan: &Plan) {
    let int = frame.context().int(64);
    let build = &frame.build;
    let words = read.parts.iter().enumerate().flat_map(|(index, slots)| {
        let [low, end, often] = slots.map(|slot| build.load(int, slot, ""));
        let beside = accumulate::is_beside(frame.source.facts, index);
        let apart_from = frame.i64(plan.private.apart_from(index));
        [low, end, often, apart_from, frame.i64(u64::from(beside))]
    });
    let words: Vec<Value> = words.collect();
    let table = table(frame, words.len());
    for (index, word) in words.iter().enumerate() {
        let at = build.element_ptr(int, table, frame.i64(index as u64), "");
        build.store(*word, at);
    }
    let written = plan.private.written();
    let counts = [read.parts.len() - written, written];
    ask(frame, build, read.rule.keep, table, &counts);
}

/// Words that the library says of a part.
const WORDS: usize = 6;

/// Asks what nobody else reads, where the reverse pass begins.
pub(super) fn own(frame: &Frame<'_>, plan: &Plan) -> Vec<OwnPart> {
    let Some((spans, rule)) = concerned(frame) else {
        return Vec::new();
    };
    let n = count(spans);
    let table = table(frame, WORDS * n);
    let build = Builder::new(frame.context());
    build.before(frame.slot_anchor.expect("slots have an anchor"));
    ask(frame, &build, rule.own, table, &[n]);
    let int = frame.context().int(64);
    let word = |index: usize| {
        let at = build.element_ptr(int, table, frame.i64(index as u64), "");
        build.load(int, at, "")
    };
    let is_set = |word: Value| build.icmp(IntPredicate::LLVMIntNE, word, int.zero());
    let instead = |first: usize| {
        let [of_all, below, above] = [3, 4, 5].map(|index| word(first + index));
        Instead {
            of_all,
            below,
            above,
            at_borders: is_set(build.or(below, above)),
        }
    };
    let part = |index: usize| {
        let first = WORDS * index;
        OwnPart {
            low: word(first),
            end: word(first + 1),
            whole: is_set(word(first + 2)),
            instead: plan.private.contains(index).then(|| instead(first)),
        }
    };
    (0..n).map(part).collect()
}

impl Reverse<'_, '_> {
    /// Whether nobody else reads what the innermost loop around a load does, which is the same in all its iterations; nothing if that is not asked.
    pub(super) fn is_asked(&mut self, load: InstId) -> Option<Value> {
        let (part, nest, window) = self.plan.asked.of(load)?;
        let part = *self.frame.own.get(part)?;
        let shadow = self.lookup(Item::Shadow(nest.of));
        let (from, to) = windows::in_memory(self, shadow, window);
        let build = &self.frame.build;
        let behind = build.icmp(IntPredicate::LLVMIntUGE, from, part.low);
        let before = build.icmp(IntPredicate::LLVMIntULE, to, part.end);
        // What reaches around the address space is nowhere.
        let ordered = build.icmp(IntPredicate::LLVMIntULE, from, to);
        Some(build.and(ordered, build.and(behind, before)))
    }
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

/// Calls a function of the library with a table and counts of what is in it.
fn ask(frame: &Frame<'_>, build: &Builder, name: &str, table: Value, counts: &[usize]) {
    let context = frame.context();
    let int = context.int(32);
    let counts = counts.iter().map(|n| int.constant_int(*n as u64));
    let args: Vec<Value> = std::iter::once(table).chain(counts).collect();
    let types: Vec<Type> = args.iter().map(|arg| arg.ty()).collect();
    let ty = context.void().function(&types, false);
    let callee = frame.source.module.declare(name, ty);
    build.call(ty, callee, &args, "");
}
