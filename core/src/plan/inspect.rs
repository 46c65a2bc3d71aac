//! What nests of loops read by indices that the program has: from the first byte to the last, which nobody knows before the indices are looked at.
//!
//! The forward sweep looks at them in front of the nest, in a copy of it that computes addresses alone (`inspect.cpp` of the shim). This is legal where
//!
//! * addresses, and the branches that lead to the loads, depend on nothing that the nest writes or calls, so that the copy finds what the nest will read;
//! * loops are left where their counts say, and nothing in the nest ends the program, so that the copy reads no index which the nest does not read.
//!
//! Memory is copied only if the nest does not write there. Where that is not known, addresses are compared when the program runs.
//!
//! Where one forward sweep calls the function often, and its caller leaves alone all memory that addresses depend on, the same is found out as long as the copy begins
//! with the same values ([`Inspected::inputs`]): each thread remembers what it has found out last.
//!
//! What is found out serves two ends: a copy of that part of the memory (`snapshot`), and what workers remember to have read (`spans`).
//!
//! Owns: [`Inspected`], and which nests and loads can be. Must not: choose what it serves.

use super::accumulate;
use super::facts::Facts;
use super::item::Snapshot;
use super::window::{self, Window};
use crate::analysis::callee;
use crate::analysis::memory::Place;
use crate::analysis::overwritten;
use crate::view::{BlockId, InstId, LoopId, Op, ValueId, ValueKind};
use enzyme_rules::CalleeKind;
use indexmap::{IndexMap, IndexSet};

/// What is found out together: numbers of bytes behind an address.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Inspected {
    /// The loads, in the nest of one snapshot.
    pub(crate) loads: Vec<InstId>,
    pub(crate) of: Snapshot,
    /// Terminators that lead to them or not.
    pub(crate) branches: IndexSet<InstId>,
    /// Values that decide what is found out in all calls that one forward sweep makes; nothing if memory does as well.
    pub(crate) inputs: Option<IndexSet<ValueId>>,
}

/// What stores write, by the address behind which it lies.
pub(crate) type Writes = IndexMap<ValueId, Window>;

/// Loops that are left where their counts say, as are all that they hold.
pub(super) fn whole(facts: Facts<'_>, complete: &IndexSet<LoopId>) -> IndexSet<LoopId> {
    let body = facts.body;
    let mut whole = complete.clone();
    for l in body.loops.keys().filter(|l| !complete.contains(l)) {
        let around = body.nest(body.loops[l].header);
        around.for_each(|outer| {
            whole.swap_remove(&outer);
        });
    }
    whole
}

/// More stores in a nest, or values that decide what is found out, are hardly worth their comparisons.
const MOST: usize = 32;

/// The nest that is looked at for a load: the outermost one that can be; and if what is read is to be copied in front of it, what it writes that must turn out to be
/// other memory.
pub(super) fn nest(
    facts: Facts<'_>,
    (complete, whole): (&IndexSet<LoopId>, &IndexSet<LoopId>),
    load: InstId,
    is_copied: bool,
) -> Option<(Snapshot, Writes)> {
    let body = facts.body;
    let inst = &body.insts[load];
    if !matches!(inst.op, Op::Load { ordered: false }) {
        return None;
    }
    // What loops move by steps that are known is known without looking.
    if window::of(facts, complete, load, |_| true).is_some() {
        return None;
    }
    let of = body.start_of(inst.operands[0]);
    let suits = |before: LoopId| {
        let can_be = window::is_known(facts, of, before) && is_free(facts, before, load);
        let apart_from = match is_copied {
            true => {
                let written = written(facts, complete, load, before)?;
                // What counters move behind the same address is hardly ever other memory.
                let is_other = !written.contains_key(&of) || has_indices(facts, before, load);
                is_other.then_some(written)?
            }
            false => Writes::new(),
        };
        can_be.then_some((Snapshot { of, before }, apart_from))
    };
    let around = body.nest(inst.block).take_while(|l| whole.contains(l));
    around.filter_map(suits).last()
}

/// What a nest writes that must turn out to be other memory than what a load in it reads, if that is to be copied in front of the nest; nothing if that is not known
/// there.
fn written(
    facts: Facts<'_>,
    complete: &IndexSet<LoopId>,
    load: InstId,
    before: LoopId,
) -> Option<Writes> {
    let body = facts.body;
    let mut known = Writes::new();
    let mut seen = IndexSet::new();
    let is_unknown = |write: InstId| {
        let is_store = matches!(body.insts[write].op, Op::Store { ordered: false });
        let inside = |l: LoopId| body.holds(before, body.loops[l].header);
        let window = window::of(facts, complete, write, inside);
        let window = window.filter(|(nest, _)| is_store && nest.before == before);
        seen.insert(write);
        seen.len() > MOST
            || window.is_none_or(|(nest, window)| {
                known.entry(nest.of).or_default().join(window);
                false
            })
    };
    let unknown = facts.any_writer_in(load, before, is_unknown);
    let by = facts.overwritten.by(load);
    let by = by.filter(|by| body.holds(before, body.insts[*by].block));
    let is_known = !unknown && by.is_none_or(|by| seen.contains(&by));
    let meet = facts.workers_meet_in(|block| body.holds(before, block));
    (is_known && !meet).then_some(known)
}

/// The terminators in a nest that lead to a load or not; nothing if several ways lead there.
fn branches(facts: Facts<'_>, before: LoopId, load: InstId) -> Option<Vec<InstId>> {
    let body = facts.body;
    let mut asked = Vec::new();
    let mut at = body.insts[load].block;
    for l in body
        .nest(at)
        .take_while(|l| body.holds(before, body.loops[*l].header))
    {
        while !body.always_runs(l, at) {
            let [from] = body.blocks[at].preds[..] else {
                return None;
            };
            let inner = body.nest(from).take_while(|inner| *inner != l).last();
            at = match inner {
                // A loop that is left at its count is always left.
                Some(inner) => body.loops[inner].preheader,
                None => from,
            };
            let is_branch = inner.is_none() && body.blocks[from].succs.len() > 1;
            asked.extend(body.terminator(from).filter(|_| is_branch));
        }
        let ends = body.loops[l].exits.iter();
        asked.extend(ends.filter_map(|(inside, _)| body.terminator(*inside)));
        at = body.loops[l].preheader;
    }
    Some(asked)
}

/// Whether an address, and what leads to it, depends on indices alone that the nest does not change.
fn is_free(facts: Facts<'_>, before: LoopId, load: InstId) -> bool {
    let is_free = |value: ValueId| match made_in(facts, before, value) {
        Some(made) => is_index(facts, value) && is_repeated(facts, before, made),
        None => true,
    };
    sources(facts, before, load).is_some_and(|all| all.into_iter().all(is_free))
}

/// Whether a load reads by indices that lie in memory.
fn has_indices(facts: Facts<'_>, before: LoopId, load: InstId) -> bool {
    let all = made_from(facts, before, distance(facts, load));
    let mut made = all
        .iter()
        .filter_map(|value| made_in(facts, before, *value));
    made.any(|made| is_load(facts, made))
}

/// Whether a load reads no number twice, as far as counters tell: each loop of the nest moves it.
pub(super) fn reads_each_once(facts: Facts<'_>, before: LoopId, load: InstId) -> bool {
    let body = facts.body;
    let all = made_from(facts, before, distance(facts, load));
    let moves = |l: LoopId| {
        let mut blocks = all.iter().filter_map(|value| body.block_of(*value));
        blocks.any(|block| block == body.loops[l].header)
    };
    let nest = body.nest(body.insts[load].block);
    let mut nest = nest.take_while(|l| body.holds(before, body.loops[*l].header));
    !has_indices(facts, before, load) && nest.all(moves)
}

/// What the distance of an address from its start, and the branches that lead to the load, are computed from: values in the nest, and those that are there before;
/// nothing if several ways lead there.
fn sources(facts: Facts<'_>, before: LoopId, load: InstId) -> Option<IndexSet<ValueId>> {
    let body = facts.body;
    let asked = branches(facts, before, load)?.into_iter();
    let asked = asked.flat_map(|end| body.insts[end].operands.iter().copied());
    Some(made_from(facts, before, asked.chain(distance(facts, load))))
}

/// These values, and what the nest makes them from.
fn made_from(
    facts: Facts<'_>,
    before: LoopId,
    values: impl IntoIterator<Item = ValueId>,
) -> IndexSet<ValueId> {
    let mut all: IndexSet<ValueId> = values.into_iter().collect();
    let mut next = 0;
    while let Some(value) = all.get_index(next).copied() {
        next += 1;
        if let Some(made) = made_in(facts, before, value) {
            all.extend(facts.body.insts[made].operands.iter().copied());
        }
    }
    all
}

/// What moves the address of a load from its start.
fn distance(facts: Facts<'_>, load: InstId) -> Vec<ValueId> {
    let body = facts.body;
    let mut pointer = body.insts[load].operands[0];
    let mut moves = Vec::new();
    while let Some(Op::Gep { .. }) = body.def(pointer).map(|made| &body.insts[made].op) {
        let step = &body.insts[body.def(pointer).expect("it was made")].operands;
        moves.extend(step[1..].iter().copied());
        pointer = step[0];
    }
    moves
}

/// The instruction in a nest that makes a value.
fn made_in(facts: Facts<'_>, before: LoopId, value: ValueId) -> Option<InstId> {
    let body = facts.body;
    let made = body.def(value);
    made.filter(|made| body.holds(before, body.insts[*made].block))
}

/// Values that decide what is found out, if whoever calls the function leaves alone the memory that does as well.
fn inputs(facts: Facts<'_>, before: LoopId, loads: &[InstId]) -> Option<IndexSet<ValueId>> {
    let all = loads
        .iter()
        .map(|load| sources(facts, before, *load))
        .collect::<Option<Vec<_>>>()?;
    let all: IndexSet<ValueId> = all.into_iter().flatten().collect();
    let stays = |value: &ValueId| {
        let made = made_in(facts, before, *value);
        made.is_none_or(|made| !is_load(facts, made) || stays_outside(facts, made))
    };
    let is_input = |value: &ValueId| {
        let kind = &facts.body.values[*value].kind;
        let varies = matches!(kind, ValueKind::Inst(_) | ValueKind::Param(_));
        varies && made_in(facts, before, *value).is_none()
    };
    let known = facts.request.sweep && all.iter().all(stays);
    let inputs = || all.iter().copied().filter(is_input).collect();
    known
        .then(inputs)
        .filter(|inputs: &IndexSet<ValueId>| inputs.len() <= MOST)
}

fn is_load(facts: Facts<'_>, id: InstId) -> bool {
    matches!(facts.body.insts[id].op, Op::Load { .. })
}

/// Whether nothing happens to what a load reads as long as one forward sweep calls the function.
fn stays_outside(facts: Facts<'_>, load: InstId) -> bool {
    let place = facts.memory.place(facts.body.insts[load].operands[0]);
    let outside =
        |place: Place| overwritten::stays_outside(facts.memory, place.object, facts.request);
    !facts.overwritten.is(load) && place.is_some_and(outside)
}

/// Whether a value is an integer, an address or the answer to a question about such.
fn is_index(facts: Facts<'_>, value: ValueId) -> bool {
    let types = &facts.body.types;
    let ty = facts.body.values[value].ty;
    types.is_integer(ty) || types.is_pointer(ty)
}

/// Whether an instruction computes the same in the copy.
fn is_repeated(facts: Facts<'_>, before: LoopId, id: InstId) -> bool {
    let inst = &facts.body.insts[id];
    match &inst.op {
        // Which way control has come within an iteration is not asked in the copy.
        Op::Phi(_) => facts.body.headed(inst.block).is_some(),
        Op::Load { ordered: false } => window::only_reads(facts, id, before),
        Op::Call(_) => {
            let known = callee::known(inst, facts.registry);
            let is_intrinsic = callee::symbol(inst).is_some_and(|name| name.starts_with("llvm."));
            let is_pure = !inst.effects.reads && !inst.effects.writes;
            matches!(known, Some(CalleeKind::IntegerOp)) && is_intrinsic && is_pure
        }
        // What compares numbers is not an index's.
        Op::FCmp => false,
        // Any other: `is_computation` names what has no effect and reads no memory.
        op => op.is_computation(),
    }
}

/// Loads that workers remember, of which no nest knows before it begins what they read.
pub(super) fn unknown(facts: Facts<'_>, complete: &IndexSet<LoopId>) -> Vec<InstId> {
    let loads = accumulate::spans(facts).into_iter().flatten();
    let loads = loads.map(|(load, _)| *load);
    let is_known = |load: &InstId| window::of(facts, complete, *load, |_| true).is_some();
    loads.filter(|load| !is_known(load)).collect()
}

/// Joins loads by where they stand and what their addresses are made from behind those that they start from: arrays that are read by the same indices
/// whenever one is are looked at once.
pub(super) fn joined(
    facts: Facts<'_>,
    loads: &IndexMap<Snapshot, Vec<InstId>>,
) -> (Vec<Inspected>, IndexMap<Snapshot, usize>) {
    let mut alike: IndexMap<_, usize> = IndexMap::new();
    let mut all = Vec::new();
    let mut places = IndexMap::new();
    for (of, loads) in loads {
        let mut ways: Vec<Way> = loads.iter().map(|load| way(facts, *load)).collect();
        ways.sort_unstable();
        ways.dedup();
        let place = *alike.entry((of.before, ways)).or_insert_with(|| {
            let branches = loads
                .iter()
                .flat_map(|load| branches(facts, of.before, *load));
            all.push(Inspected {
                loads: loads.clone(),
                of: *of,
                branches: branches.flatten().collect(),
                inputs: inputs(facts, of.before, loads),
            });
            all.len() - 1
        });
        places.insert(*of, place);
    }
    (all, places)
}

/// Where a load stands, and what its address is made from: its steps, the last one first, and how many bytes are read there.
type Way = (BlockId, Vec<(String, Vec<ValueId>)>, u64);

fn way(facts: Facts<'_>, load: InstId) -> Way {
    let body = facts.body;
    let (mut pointer, bytes) = body.accessed(load).expect("loads are looked at");
    let mut steps = Vec::new();
    while let Some(made) = body.def(pointer) {
        let inst = &body.insts[made];
        let Op::Gep { .. } = inst.op else {
            break;
        };
        steps.push((format!("{:?}", inst.op), inst.operands[1..].to_vec()));
        pointer = inst.operands[0];
    }
    (body.insts[load].block, steps, bytes)
}
