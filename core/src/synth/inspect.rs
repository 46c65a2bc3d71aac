//! What nests of loops read by indices of the program's, found out in front of them (`plan::inspect`).
//!
//! Owns: asking for it, and copies of it. Must not: choose what is asked.

use super::frame::Frame;
use super::windows;
use crate::plan::inspect::Writes;
use crate::plan::snapshot::Content;
use crate::plan::{Item, Plan};
use crate::view::{LoopId, ValueId};
use enzyme_llvm_shim::ir::{Block, IntPredicate, Value};
use enzyme_llvm_shim::transform::Inspector;
use indexmap::{IndexMap, IndexSet};

/// Finds it out for all nests of which the plan makes use, as long as the body is as it was.
pub(super) fn look(frame: &mut Frame<'_>, plan: &Plan) {
    let mut nests: IndexMap<LoopId, Vec<usize>> = IndexMap::new();
    for place in asked(plan) {
        let before = plan.snapshots.inspections()[place].of.before;
        let places = nests.entry(before).or_default();
        if !places.contains(&place) {
            places.push(place);
        }
    }
    if nests.is_empty() {
        return;
    }
    let inspector = Inspector::new(frame.function);
    for (before, places) in nests {
        let (mut loads, mut branches) = (Vec::new(), Vec::new());
        for (group, place) in places.iter().enumerate() {
            let inspected = &plan.snapshots.inspections()[*place];
            let base = frame.value(inspected.of.of);
            let of_group = inspected.loads.iter();
            loads.extend(of_group.map(|load| (frame.inst(*load), base, group)));
            branches.extend(inspected.branches.iter().map(|branch| frame.inst(*branch)));
        }
        let decide = decide(frame, plan, &places);
        let nest = (header(frame, before), branches.as_slice());
        let found = inspector.look(nest, &loads, places.len(), &decide);
        frame.inspected.extend(places.into_iter().zip(found));
    }
}

/// What decides all of some inspections: by which forward sweep the function is called, first of all; nothing if memory may decide as well.
fn decide(frame: &mut Frame<'_>, plan: &Plan, places: &[usize]) -> Vec<Value> {
    let inspections = plan.snapshots.inspections();
    let inputs = places
        .iter()
        .map(|place| inspections[*place].inputs.as_ref());
    let Some(inputs) = inputs.collect::<Option<Vec<_>>>() else {
        return Vec::new();
    };
    let inputs: IndexSet<ValueId> = inputs.into_iter().flatten().copied().collect();
    let sweep = frame.sweep();
    let inputs = inputs.into_iter().map(|value| frame.value(value));
    std::iter::once(sweep).chain(inputs).collect()
}

fn header(frame: &Frame<'_>, of: LoopId) -> Block {
    let body = frame.source.facts.body;
    let end = body.terminator(body.loops[of].header);
    let end = frame.inst(end.expect("a block has a terminator"));
    end.block().expect("a terminator stands in a block")
}

/// The inspections that are made use of.
fn asked(plan: &Plan) -> impl Iterator<Item = usize> + '_ {
    let kept = plan.layout.kept.keys();
    let copied = kept.filter_map(|item| match item {
        Item::Copied(snapshot, _) => match plan.snapshots.content(*snapshot) {
            Content::Inspected { place, .. } => Some(*place),
            Content::Whole | Content::Part(_) => None,
        },
        Item::Primal(_) | Item::Shadow(_) | Item::Tape(_) => None,
    });
    let remembered = plan.remembered.inspected.keys();
    copied.chain(remembered.map(|(_, place)| *place))
}

/// The addresses of the first byte that loads read behind the shadow of an address, and behind the last one, and how often they do. What nobody reads has its end before
/// its beginning.
pub(super) fn in_shadow(frame: &Frame<'_>, shadow: Value, place: usize) -> [Value; 3] {
    let [low, end, often] = frame.inspected[&place];
    let build = &frame.build;
    let at = build.ptrtoint(shadow, frame.context().int(64));
    let none = build.icmp(IntPredicate::LLVMIntEQ, often, frame.i64(0));
    let low = build.select(none, frame.i64(u64::MAX), build.add(at, low));
    let end = build.select(none, frame.i64(0), build.add(at, end));
    [low, end, often]
}

/// Copies what loads read behind an address onto the tape; gives the address that is as far before the copy as `of` is before the memory. Gives null if they read less than
/// lies between the first and the last byte, or if the nest writes there.
pub(super) fn copy(
    frame: &mut Frame<'_>,
    of: ValueId,
    (place, apart_from): (usize, &Writes),
    plan: &Plan,
) -> Value {
    let [low, end, often] = frame.inspected[&place];
    let loads = plan.snapshots.inspections()[place].loads.iter();
    let accessed = loads.filter_map(|load| frame.source.facts.body.accessed(*load));
    let bytes = accessed.map(|(_, bytes)| bytes).max().unwrap_or(0);
    let build = &frame.build;
    let read = build.mul(often, frame.i64(bytes));
    let mut pays = build.icmp(IntPredicate::LLVMIntULE, build.sub(end, low), read);
    let at = build.ptrtoint(frame.value(of), frame.context().int(64));
    let (from, to) = (build.add(at, low), build.add(at, end));
    for (of, window) in apart_from {
        let of = frame.value(*of);
        let (first, last) = windows::in_memory(frame, of, window);
        let build = &frame.build;
        let before = build.icmp(IntPredicate::LLVMIntULE, to, first);
        let behind = build.icmp(IntPredicate::LLVMIntULE, last, from);
        pays = build.and(pays, build.or(before, behind));
    }
    let end = frame.build.select(pays, end, low);
    let copy = windows::copy_between(frame, of, low, end);
    frame.build.select(pays, copy, copy.ty().zero())
}
