//! Plans as text that a person can read: values by name, or by operation and line of the source.
//!
//! Must not: be parsed by anything; tests match single lines of it.

use super::Plan;
use super::accumulate::{self, Addition, Guard, Reason};
use super::adjoints::{Adjoint, ArrayPlan, Halves, MirrorPlan};
use super::facts::Facts;
use super::item::{Item, Snapshot};
use super::raises::is_raise;
use super::recompute::Recipe;
use super::scopes::{Scopes, Through};
use super::snapshot::Content;
use super::storage::Storage;
use crate::analysis::callee;
use crate::analysis::exclusive::{Check, Count, Own};
use crate::view::entity::Entity;
use crate::view::{BlockId, CastOp, Inst, InstId, Op, ValueId};
use indexmap::IndexSet;
use std::fmt::Write;

/// Where an instruction comes from, such as `heat.c:24`, if debug information says it.
pub(crate) type Place<'a> = dyn Fn(InstId) -> Option<String> + 'a;

/// The whole plan.
pub(crate) fn plan(facts: Facts<'_>, plan: &Plan, source: &Place<'_>) -> String {
    let printer = Printer { facts, source };
    let mut text = format!("plan of {}\n", facts.request);
    for line in printer.lines(plan) {
        let _ = writeln!(text, "  {line}");
    }
    text
}

/// Why a loop that fits is not run in tiles: it lies in a tile, another derivative of the function does not want it, or it would keep
/// a tape all the same.
const AGAIN: &str = "it fits, but not in all derivatives of the module";

struct Printer<'a> {
    facts: Facts<'a>,
    source: &'a Place<'a>,
}

impl Printer<'_> {
    fn lines(&self, plan: &Plan) -> Vec<String> {
        let needed = |item: &Item| plan.needed.contains(item);
        let (direct, for_others) = plan
            .layout
            .kept
            .iter()
            .partition::<Vec<_>, _>(|k| needed(k.0));
        let kept = direct.into_iter().chain(for_others);
        let mut lines: Vec<String> = kept
            .map(|(item, at)| self.kept(plan, *item, self.storage(plan, at)))
            .collect();
        for carry in &plan.carries {
            let header = self.facts.body.loops[carry.within].header;
            let (count, header) = (carry.span + 1, self.block(header));
            lines.push(format!(
                "carry adjoints of {count} elements through {header}"
            ));
        }
        for (id, adjoint) in plan.adjoints.iter() {
            match adjoint {
                Adjoint::Call(call) if call.halves == Halves::Combined => {
                    lines.push(format!("combine {}", self.call(id)));
                }
                Adjoint::Call(call) if call.halves == Halves::Repeated => {
                    lines.push(format!("repeat {} in the reverse pass", self.call(id)));
                }
                // Any other: it says nothing of when it runs.
                _ => {}
            }
            if let Adjoint::OnceMore(_) = adjoint {
                lines.push(format!("make {} once more", self.call(id)));
            }
            if let Adjoint::Mirror(mirror) = adjoint {
                lines.push(self.mirror(id, mirror));
            }
            if let Adjoint::Array(array) = adjoint {
                lines.push(self.array(id, array));
            }
        }
        for (first, pair) in &plan.pairs {
            let at = |id: InstId| self.value(self.facts.body.insts[id].operands[1]);
            lines.push(format!(
                "zero adjoints at {} and {} together",
                at(*first),
                at(pair.other)
            ));
        }
        lines.extend(self.tiles(plan));
        lines.extend(self.additions(plan));
        lines.extend(self.remembered(plan));
        lines.extend(self.undone(plan));
        let value = |id: InstId| self.value(self.facts.body.insts[id].operands[1]);
        let block = |id: InstId| self.block(self.facts.body.insts[id].block);
        let written = plan.exchanges.all().map(|(at, store)| {
            format!(
                "write again for other threads at {}, before {} is reversed",
                value(store),
                block(at)
            )
        });
        lines.extend(written);
        let stores = plan.postponed.iter().map(|id| ("postpone", id));
        let stores = stores.chain(plan.unneeded.stores.iter().map(|id| ("leave out", id)));
        for (what, id) in stores {
            let pointer = self.facts.body.insts[*id].operands[1];
            lines.push(format!("{what} the store at {}", self.value(pointer)));
        }
        let free = |recipe: &Recipe| matches!(recipe, Recipe::Free | Recipe::Never);
        let again = plan.recipes.iter().filter(|(_, recipe)| !free(recipe));
        let again = again.filter(|(item, _)| !plan.layout.kept.contains_key(*item));
        lines.extend(again.map(|(item, _)| format!("recompute {}", self.item(plan, *item))));
        lines.extend(self.apart(plan));
        lines
    }

    /// Which loops are run in tiles, and which others keep something for each iteration.
    fn tiles(&self, plan: &Plan) -> Vec<String> {
        let body = self.facts.body;
        let combined = |id: &InstId| matches!(&plan.adjoints[*id], Adjoint::Call(call) if call.halves == Halves::Combined);
        let tiles = body
            .insts
            .iter()
            .filter(|(id, inst)| callee::is_tile(inst) && combined(id));
        let header = |inst: &Inst| body.blocks[inst.block].inner.map(|l| body.loops[l].header);
        let tiled = tiles.filter_map(|(_, inst)| header(inst));
        let tiled = tiled.map(|header| format!("run {} in tiles", self.block(header)));
        // What could be, once more, is not looked at again.
        let again = plan.tiles.tiles.iter().map(|tile| (tile.header, AGAIN));
        let others = plan.tiles.others.iter().copied().chain(again);
        let others = others
            .map(|(header, why)| format!("do not run {} in tiles: {why}", self.block(header)));
        tiled.chain(others).collect()
    }

    /// How contributions are added, where that is more than a load and a store.
    fn additions(&self, plan: &Plan) -> Vec<String> {
        let mut lines = IndexSet::new();
        for (id, adjoint) in plan.adjoints.iter() {
            let operands = &self.facts.body.insts[id].operands;
            let pointers = accumulate::shadows_of(adjoint);
            for pointer in pointers.into_iter().map(|p| operands[usize::from(p)]) {
                lines.extend(self.guarded(pointer));
            }
            let carried =
                matches!(adjoint, Adjoint::Carry { carry, .. } if plan.carries[*carry].front != id);
            let read = accumulate::added_to(adjoint).filter(|_| !carried);
            let read = read.map(|p| operands[usize::from(p)]);
            lines.extend(read.and_then(|pointer| self.added(plan, id, pointer)));
        }
        lines.into_iter().collect()
    }

    /// What stores have overwritten that the reverse pass gives back.
    fn undone(&self, plan: &Plan) -> Vec<String> {
        let given_back = |store: &InstId| {
            let pointer = self.value(self.facts.body.insts[*store].operands[1]);
            format!("give back what was at {pointer} before it is overwritten")
        };
        plan.undone.keys().map(given_back).collect()
    }

    /// What workers remember to have read, and when.
    fn remembered(&self, plan: &Plan) -> Vec<String> {
        let body = self.facts.body;
        let in_nests = plan.remembered.nests.keys().map(|(_, nest)| {
            let (of, before) = (
                self.value(nest.of),
                self.block(body.loops[nest.before].header),
            );
            format!("remember before {before} what is read behind {of}")
        });
        let inspected = plan.remembered.inspected.iter().map(|((_, place), of)| {
            let before = self.block(body.loops[of.before].header);
            let of = self.value(of.of);
            let again = match plan.snapshots.inspections()[*place].inputs {
                Some(_) => " unless it is known from an earlier call",
                None => "",
            };
            format!("look before {before} at what is read behind {of}{again}, and remember it")
        });
        let at = |id: InstId| {
            body.accessed(id)
                .map_or_else(String::new, |(at, _)| self.value(at))
        };
        let each = plan.remembered.each.iter();
        let each = each.map(|(id, _)| format!("remember each time what is read at {}", at(*id)));
        in_nests.chain(inspected).chain(each).collect()
    }

    fn guarded(&self, pointer: ValueId) -> Option<String> {
        let Guard { root } = accumulate::guard(self.facts, pointer)?;
        let name = self.value(root);
        Some(format!(
            "leave the shadow of {name} alone where it is {name} itself: inactive memory"
        ))
    }

    fn added(&self, plan: &Plan, id: InstId, pointer: ValueId) -> Option<String> {
        let name = self.value(pointer);
        let own = "each iteration that workers share out reads memory of its own";
        match accumulate::addition(self.facts, id, pointer) {
            Addition::Atomic
                if let Some(part) = accumulate::spans(self.facts).and_then(|s| s.get(&id)) =>
            {
                let otherwise = match plan.private.contains(*part) {
                    true if plan.private.apart_from(*part) != 0 => {
                        "to numbers of the worker's own if nobody writes there, or atomically"
                    }
                    true => "to numbers of the worker's own, or atomically",
                    false => "atomically",
                };
                let beside = match accumulate::is_beside(self.facts, *part) {
                    true => {
                        "or all of it if nothing else that is read lies there: whoever reads there writes the same element of another array; "
                    }
                    false => "",
                };
                Some(format!(
                    "add plainly to the shadow of {name} where no other worker has read it, {beside}else {otherwise}"
                ))
            }
            Addition::Atomic if accumulate::may_be_alone(self.facts) => Some(format!(
                "add atomically to the shadow of {name}, unless there is one worker: others may add there, too"
            )),
            Addition::Atomic => Some(format!(
                "add atomically to the shadow of {name}: other threads may add there, too"
            )),
            Addition::Together => Some(format!(
                "add the sum of what threads have that run together to the shadow of {name}: all add there"
            )),
            Addition::OfBlock => Some(format!(
                "add the sum of each block to the shadow of {name} at the end: all threads add there"
            )),
            Addition::Checked => {
                let why = match self.facts.team.and_then(|(_, own)| own.why(id)) {
                    Some(Own::Thread) => "each thread reads elements of its own",
                    _ => own,
                };
                Some(format!(
                    "add plainly to the shadow of {name} where {}: {why}",
                    self.found_out(id)
                ))
            }
            Addition::Plain(Reason::OwnMemory) => Some(format!(
                "add plainly to the shadow of {name}: memory of this call alone"
            )),
            Addition::Plain(Reason::OneWorker(Own::Written(_))) => Some(format!(
                "add plainly to the shadow of {name}: the worker that reads there writes there, too"
            )),
            Addition::Plain(Reason::OneWorker(Own::Iteration)) => {
                Some(format!("add plainly to the shadow of {name}: {own}"))
            }
            Addition::Plain(Reason::OneWorker(Own::Thread)) => Some(format!(
                "add plainly to the shadow of {name}: each thread reads elements of its own"
            )),
            Addition::Plain(Reason::OneWorker(Own::Beside)) => Some(format!(
                "add plainly to the shadow of {name}: the worker that reads there writes the same element of another array"
            )),
            Addition::Plain(Reason::OneWorker(Own::Copy)) => Some(format!(
                "add plainly to the shadow of {name}: it is the thread's own copy"
            )),
            Addition::Plain(Reason::OneWorker(Own::Promised)) => Some(format!(
                "add plainly to the shadow of {name}: the program promises that one worker reads there"
            )),
            Addition::Plain(Reason::OneThread) => None,
        }
    }

    /// What the program looks at before it adds plainly.
    fn found_out(&self, id: InstId) -> String {
        let mut all = IndexSet::new();
        for check in accumulate::checks(self.facts, id) {
            all.insert(match check {
                Check::Far(far) if !far.rows.is_empty() => {
                    "no other worker runs a neighbouring iteration, or rows do not overlap"
                }
                Check::Far(_) | Check::Inner(_) => "no other worker runs a neighbouring iteration",
                Check::Ranges(_) => "what is read of arrays does not overlap",
                Check::Apart(_) => "arrays are the same or do not overlap",
                Check::Narrow(_) => "numbers of iterations are not cut off",
                Check::Threads(Count::Row, _) => "the threads of the launch are one row",
                Check::Threads(..) => "the threads of the launch are one plane",
                Check::Fits(_) => "numbers of elements are not cut off",
                Check::Rows(_) => "rows do not overlap",
                Check::Arrays(_) => "arrays are the same or do not overlap",
            });
        }
        let all: Vec<&str> = all.into_iter().collect();
        all.join(", and ")
    }

    /// Which shadows never meet.
    fn apart(&self, plan: &Plan) -> Vec<String> {
        let Facts {
            body,
            registry,
            request,
            ..
        } = self.facts;
        let scopes = Scopes::find(body, registry, request);
        let through = |at: &Through| {
            let done = if at.written { "written" } else { "read" };
            format!(
                "{done} through {}",
                self.value(body.params[at.param as usize])
            )
        };
        let is_access =
            |(_, a): &(InstId, &Adjoint)| matches!(a, Adjoint::Load(_) | Adjoint::Store(_));
        let line = |(id, _): (InstId, &Adjoint)| {
            let others: Vec<String> = scopes.of(body, id).apart_from.iter().map(through).collect();
            let inst = &body.insts[id];
            let what = match inst.result {
                Some(loaded) => format!("what {} read", self.value(loaded)),
                None => format!("what is written at {}", self.value(inst.operands[1])),
            };
            let apart = format!("shadow of {what} apart from what is {}", others.join(", "));
            (!others.is_empty()).then_some(apart)
        };
        plan.adjoints
            .iter()
            .filter(is_access)
            .filter_map(line)
            .collect()
    }

    fn mirror(&self, id: InstId, mirror: &MirrorPlan) -> String {
        let operands = &self.facts.body.insts[id].operands;
        let shadows = mirror.shadows.iter().flatten();
        let named: Vec<String> = shadows
            .map(|position| self.value(operands[usize::from(*position)]))
            .collect();
        let with = match named.as_slice() {
            [] => "without shadows".to_owned(),
            names => format!("with shadows of {}", names.join(", ")),
        };
        format!("mirror {} {with}", self.call(id))
    }

    fn array(&self, id: InstId, array: &ArrayPlan) -> String {
        let operands = &self.facts.body.insts[id].operands;
        let listed = |positions: &[u8]| {
            let names = positions
                .iter()
                .map(|p| self.value(operands[usize::from(*p)]));
            names.collect::<Vec<_>>().join(", ")
        };
        let with = [
            (" adjoints of ", &array.shadowed),
            (" that of ", &array.numbers),
        ];
        let with = with.iter().filter(|(_, positions)| !positions.is_empty());
        let with: Vec<String> = with
            .map(|(what, p)| format!("{what}{}", listed(p)))
            .collect();
        let copied = match array.changed.as_slice() {
            [] => String::new(),
            changed => format!("; later overwritten: {}", listed(changed)),
        };
        let what = self.call(id);
        format!("a library reverses {what},{}{copied}", with.join(" and"))
    }

    fn kept(&self, plan: &Plan, item: Item, place: String) -> String {
        let (what, why) = (self.item(plan, item), self.reason(item));
        format!("keep {what} in {place}{why}")
    }

    fn item(&self, plan: &Plan, item: Item) -> String {
        match item {
            Item::Primal(value) => self.value(value),
            Item::Shadow(value) => format!("shadow of {}", self.value(value)),
            Item::Tape(id) if is_raise(self.facts, id) => {
                let inst = &self.facts.body.insts[id];
                format!(
                    "whether {} is there in the end",
                    self.value(inst.operands[1])
                )
            }
            Item::Tape(call) => format!("tape of {}", self.call(call)),
            Item::Copied(snapshot, value) => self.copied(plan, snapshot, value),
        }
    }

    fn copied(&self, plan: &Plan, snapshot: Snapshot, value: ValueId) -> String {
        let (memory, header) = (
            self.value(snapshot.of),
            self.block(self.facts.body.loops[snapshot.before].header),
        );
        let copy = match plan.snapshots.content(snapshot) {
            Content::Whole | Content::Part(_) => format!("a copy of {memory} before {header}"),
            Content::Inspected { .. } => {
                format!("a copy of what is read behind {memory} before {header}, or of each number")
            }
        };
        match value == snapshot.of {
            true => copy,
            false => format!("{} in {copy}", self.value(value)),
        }
    }

    /// A value's name; what makes it, where it has none; the line, where that is known.
    fn value(&self, value: ValueId) -> String {
        let body = self.facts.body;
        let label = body.label(value);
        let Some(def) = body.def(value) else {
            return label;
        };
        let named = !body.values[value].name.is_empty();
        let what = (!named).then(|| self.operation(def));
        let notes: Vec<String> = what.into_iter().chain((self.source)(def)).collect();
        match notes.as_slice() {
            [] => label,
            notes => format!("{label} ({})", notes.join(", ")),
        }
    }

    fn operation(&self, id: InstId) -> String {
        let inst = &self.facts.body.insts[id];
        let word = match &inst.op {
            Op::Call(_) => return self.callee(id).to_owned(),
            Op::Float(op) => op.rule(),
            Op::Round => "rounding",
            Op::Int(_) => "integer arithmetic",
            Op::Load { .. } => "load",
            Op::Gep { .. } => "address",
            Op::Alloca(_) => "stack memory",
            Op::ICmp | Op::FCmp => "comparison",
            Op::Select => "select",
            Op::Phi(_) => "merge",
            Op::Cast(CastOp::Bitcast) => "bits",
            Op::Cast(_) => "conversion",
            // Any other: only a word for people.
            _ => "value",
        };
        word.to_owned()
    }

    fn callee(&self, call: InstId) -> &str {
        callee::symbol(&self.facts.body.insts[call]).unwrap_or("a function")
    }

    /// A call, by its callee and place.
    fn call(&self, call: InstId) -> String {
        let block = self.facts.body.insts[call].block;
        let place = (self.source)(call).map(|line| format!(" ({line})"));
        let (callee, block) = (self.callee(call), self.block(block));
        format!(
            "the call of {callee} in {block}{}",
            place.unwrap_or_default()
        )
    }

    /// A block's name; the line where it begins, if it has none.
    fn block(&self, block: BlockId) -> String {
        let data = &self.facts.body.blocks[block];
        let made_up = data.name == format!("b{}", block.index());
        let line = || data.insts.iter().rev().find_map(|id| (self.source)(*id));
        match made_up.then(line).flatten() {
            Some(line) => format!("{} ({line})", data.name),
            None => data.name.clone(),
        }
    }

    fn storage(&self, plan: &Plan, storage: &Storage) -> String {
        let header = |l| self.block(self.facts.body.loops[l].header);
        match storage {
            Storage::Slot => "a variable".to_owned(),
            Storage::Frame(_) => "the frame".to_owned(),
            Storage::Array { id, loops, .. } => {
                let dims: Vec<String> = loops.iter().map(|l| header(*l)).collect();
                let array = match plan.layout.rows[*id].len() {
                    1 => "an array",
                    _ => "a shared array",
                };
                format!("{array} over [{}]", dims.join("]["))
            }
            Storage::Record(l, _) => format!("a record of each iteration of {}", header(*l)),
        }
    }

    /// Why a load could not be repeated.
    fn reason(&self, item: Item) -> String {
        let (Item::Primal(value) | Item::Shadow(value)) = item else {
            return String::new();
        };
        let body = self.facts.body;
        let def = body.def(value);
        let load = def.filter(|id| matches!(body.insts[*id].op, Op::Load { .. }));
        match load.and_then(|load| self.facts.overwritten.by(load)) {
            Some(writer) => {
                let place = (self.source)(writer);
                let place = place.unwrap_or_else(|| self.block(body.insts[writer].block));
                format!(", because {place} may overwrite what it read")
            }
            None => String::new(),
        }
    }
}
