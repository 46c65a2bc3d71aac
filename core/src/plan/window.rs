//! What loads in a nest of loops read of the memory behind one address: from the first byte to the last.
//!
//! The range lies in one object, since one base address leads to all of it. It may be accessed, since the program itself reads its first and its last
//! byte: each load runs in every iteration of loops whose counts are known before the nest, and the nest runs to its end. Bytes in between that the
//! program does not read may be copied as well, but nobody looks at these copies.
//!
//! Workers of a team each copy what they read themselves. No other worker writes there before workers meet: it would be a race.
//!
//! Owns: [`Window`]. Must not: know what the bytes are for.

use super::facts::Facts;
use super::item::Snapshot;
use super::size_estimate::{self, SizeEstimate};
use crate::analysis::callee;
use crate::view::body::Loop;
use crate::view::paths::Path;
use crate::view::polynomials::{Factor, Polynomial};
use crate::view::{Inst, InstId, LoopId, Op, ValueId};
use enzyme_rules::CalleeKind;
use indexmap::IndexSet;

/// What is between the least and the greatest of numbers that loops move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reach {
    /// What they are in the first iteration of the nest, without what is constant.
    pub(crate) origin: Polynomial,
    /// From there to the least, and to the end of the greatest.
    pub(crate) window: (i64, i64),
    /// How often each loop of the nest is repeated, and what it adds each time.
    pub(crate) steps: Vec<(ValueId, Polynomial)>,
}

/// What loads read.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Window {
    /// Bytes behind one address; those that move alike, at constant distances, are one.
    pub(crate) bytes: Vec<Reach>,
    /// Numbers that must fit into 32 bits, with their sign, for that.
    pub(crate) narrow: Vec<Reach>,
}

/// What a load or a store accesses in the outermost nest whose loops all suit, and is known where the nest begins.
pub(super) fn of(
    facts: Facts<'_>,
    complete: &IndexSet<LoopId>,
    id: InstId,
    suits: impl Fn(LoopId) -> bool,
) -> Option<(Snapshot, Window)> {
    let body = facts.body;
    let (pointer, bytes) = body.accessed(id)?;
    let of = body.start_of(pointer);
    let moved = facts.paths.get(&id).filter(|moved| moved.base == of)?;
    let bytes = i64::try_from(bytes).ok()?;
    let nest: Vec<LoopId> = body.nest(body.insts[id].block).collect();
    let deepest = always_runs(facts, complete, id, &nest);
    let deepest = nest[..deepest].iter().take_while(|l| suits(**l)).count();
    let at = |depth: usize| {
        let (within, around) = nest.split_at(depth);
        let before = *within.last()?;
        let reach = |path: &Path, wide: i64| reach(facts, path, (within, around), wide);
        let narrow = moved.narrow.iter().map(|path| reach(path, 1));
        let window = Window {
            bytes: vec![reach(&moved.path, bytes)?],
            narrow: narrow.collect::<Option<_>>()?,
        };
        let is_known = is_known(facts, of, before);
        is_known.then_some((Snapshot { of, before }, window))
    };
    (1..=deepest).rev().find_map(at)
}

/// How many loops of a nest, from the innermost one on, run the load in each iteration.
fn always_runs(
    facts: Facts<'_>,
    complete: &IndexSet<LoopId>,
    id: InstId,
    nest: &[LoopId],
) -> usize {
    let body = facts.body;
    let mut inner = body.insts[id].block;
    let does = |l: &&LoopId| {
        let block = std::mem::replace(&mut inner, body.loops[**l].preheader);
        complete.contains(*l) && body.always_runs(**l, block)
    };
    nest.iter().take_while(does).count()
}

/// Whether a loop leaves alone what a load in it reads.
pub(super) fn only_reads(facts: Facts<'_>, id: InstId, l: LoopId) -> bool {
    let body = facts.body;
    let writer = facts.overwritten.by(id);
    !writer.is_some_and(|writer| body.holds(l, body.insts[writer].block))
        && !facts.is_written_in(id, l)
        && !facts.workers_meet_in(|block| body.holds(l, block))
}

/// What numbers on a path are while a nest of loops runs, each so `wide`; nothing if that is not known before.
fn reach(
    facts: Facts<'_>,
    path: &Path,
    (within, around): (&[LoopId], &[LoopId]),
    wide: i64,
) -> Option<Reach> {
    let body = facts.body;
    let step = |l: &LoopId| Some((*l, path.steps.get(l)?));
    // What a loop that is over has left is known only behind it.
    let goes_on = |l: &LoopId| within.contains(l) || around.contains(l);
    if !path.steps.keys().all(goes_on) {
        return None;
    }
    let moves = within.iter().filter_map(step);
    let steps: Vec<(ValueId, Polynomial)> = moves
        .map(|(l, step)| Some((body.loops[l].last?, step.clone())))
        .collect::<Option<_>>()?;
    let moved = around.iter().filter_map(step);
    let origin = moved.fold(path.origin.clone(), |origin, (l, step)| {
        origin.plus(&step.times(Factor {
            value: body.loops[l].counter,
            is_signed: false,
        }))
    });
    let factors = steps.iter().map(|(_, step)| step).chain([&origin]);
    let values = factors.flat_map(Polynomial::values);
    let values: Vec<ValueId> = values.chain(steps.iter().map(|(last, _)| *last)).collect();
    let before = *within.last()?;
    if !values.iter().all(|value| is_known(facts, *value, before)) {
        return None;
    }
    let (distance, origin) = origin.without_constant();
    let window = (distance, distance.checked_add(wide)?);
    Some(Reach {
        origin,
        window,
        steps,
    })
}

/// Whether a value is there when a loop begins.
pub(super) fn is_known(facts: Facts<'_>, value: ValueId, before: LoopId) -> bool {
    let body = facts.body;
    let begins = body.loops[before].preheader;
    let made = body.block_of(value);
    made.is_none_or(|made| body.dominates(made, begins))
}

/// Loops that are left where their counts say, and nowhere else.
pub(super) fn complete(facts: Facts<'_>) -> IndexSet<LoopId> {
    let body = facts.body;
    let counted =
        |(l, data): (LoopId, &Loop)| (data.last.is_some() && data.exits.len() == 1).then_some(l);
    let mut complete: IndexSet<LoopId> = body.loops.iter().filter_map(counted).collect();
    for inst in body.insts.values() {
        if matches!(inst.op, Op::Call(_)) && !returns(facts, inst) {
            for l in body.nest(inst.block) {
                complete.swap_remove(&l);
            }
        }
    }
    complete
}

/// Whether a call surely comes back.
fn returns(facts: Facts<'_>, call: &Inst) -> bool {
    match callee::known(call, facts.registry) {
        Some(
            CalleeKind::Scalar(_)
            | CalleeKind::IntegerOp
            | CalleeKind::Linear(_)
            | CalleeKind::Carrier(_)
            | CalleeKind::Masked(_)
            | CalleeKind::PassThrough(_)
            | CalleeKind::Exclusive(_),
        ) => true,
        Some(CalleeKind::NoReturn) => false,
        // Any other: it may end the program, or leave by an exception, but for intrinsics.
        _ => callee::symbol(call).is_some_and(|symbol| symbol.starts_with("llvm.")),
    }
}

impl Window {
    /// Whether some loop reads one number behind the other: whatever else moves them is taken to be rows that are not much longer than what is read
    /// of them.
    pub(super) fn is_dense(&self) -> bool {
        let moves_by_one = |reach: &Reach| {
            let (low, end) = reach.window;
            let mut steps = reach.steps.iter();
            steps.any(|(_, step)| {
                let constant = step.clone().without_constant();
                constant.0.unsigned_abs() <= low.abs_diff(end)
                    && constant.1 == Polynomial::default()
            })
        };
        self.bytes.iter().all(moves_by_one)
    }

    /// The numbers in it.
    pub(super) fn values(&self) -> impl Iterator<Item = ValueId> + '_ {
        let all = self.bytes.iter().chain(&self.narrow);
        all.flat_map(|reach| {
            let steps = reach.steps.iter();
            let moved = steps.flat_map(|(last, step)| step.values().chain([*last]));
            reach.origin.values().chain(moved)
        })
    }

    /// Adds what a load reads to what others do.
    pub(super) fn join(&mut self, one: Self) {
        join(&mut self.bytes, one.bytes);
        join(&mut self.narrow, one.narrow);
    }
}

fn join(all: &mut Vec<Reach>, more: Vec<Reach>) {
    for one in more {
        let alike = |other: &&mut Reach| other.origin == one.origin && other.steps == one.steps;
        match all.iter_mut().find(alike) {
            Some(known) => {
                let ((low, high), (lower, higher)) = (known.window, one.window);
                known.window = (low.min(lower), high.max(higher));
            }
            None => all.push(one),
        }
    }
}

/// How many bytes it is taken to be.
pub(super) fn estimate(facts: Facts<'_>, window: &Window) -> SizeEstimate {
    let mut size = SizeEstimate::constant(0);
    for reach in &window.bytes {
        let (low, high) = reach.window;
        size = size.or(SizeEstimate::constant(low.abs_diff(high)));
        for (last, step) in &reach.steps {
            let trips = size_estimate::of(facts, *last);
            for (factors, often) in step.products() {
                let once = SizeEstimate::constant(often.unsigned_abs());
                let factors = factors
                    .iter()
                    .map(|factor| size_estimate::of(facts, factor.value));
                let moved = factors.fold(once, SizeEstimate::times);
                size = size.or(moved.times(trips.clone()));
            }
        }
    }
    size
}
