//! Memory that is copied before a loop which only reads it.
//!
//! A loop nest may read an array at several places an iteration (a stencil) and compute much from
//! them that the reverse pass needs, while the array is overwritten later, behind the nest. One copy
//! in front of the nest serves all these loads: in the reverse pass they read the copy.
//!
//! It is legal where nothing in the nest may write what the load reads, and the memory is known to be there:
//!
//! * **The whole memory**, if this function obtained it in a known size.
//! * **What the loads read** between the first and the last byte ([`window`]), whoever obtained it.
//! * **The same where the indices are the program's**, which the forward sweep looks at in front of the nest ([`inspect`]). Whether there are fewer numbers
//!   between the first and the last than loads run is known only then: if not, all that is read is kept ([`Content::Inspected`]).
//!
//! A copy is no candidate if its size may grow faster than the work of the nest (what it does for certain, if no load
//! runs in the first iteration), but for many loads from rows of a grid: how long these are, the function often cannot
//! know.
//!
//! Owns: the choice of candidates, sizes. Must not: weigh copying against keeping
//! (see `cut`).

use super::adjoints::Adjoint;
use super::facts::Facts;
use super::inspect::{self, Inspected, Writes};
use super::item::Snapshot;
use super::size_estimate::{self, SizeEstimate};
use super::window::{self, Window};
use crate::analysis::callee;
use crate::view::entity::Map;
use crate::view::{InstId, LoopId, Op, ValueId, ValueKind};
use enzyme_rules::{CalleeKind, SizeExpr};
use indexmap::{IndexMap, IndexSet};

/// So many loads of an array are worth a copy of rows of which nobody knows how long they are.
const MANY: usize = 4;

/// A number of bytes: a constant times values.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Size {
    pub(crate) unit: u64,
    pub(crate) factors: Vec<ValueId>,
}

/// Snapshots that could be made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Snapshots {
    /// The one that each load could read instead of its memory.
    reads: IndexMap<InstId, Snapshot>,
    contents: IndexMap<Snapshot, Content>,
    inspections: Vec<Inspected>,
    /// The one that looks at a load.
    inspected: IndexMap<InstId, usize>,
}

/// What a snapshot is a copy of.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Content {
    /// All memory that an allocation gave.
    Whole,
    /// What lies between the first and the last byte that loads read.
    Part(Window),
    /// The same as far as one of the plan's inspections finds it, or nothing, if that is more than the loads read, or if the nest writes there.
    Inspected {
        place: usize,
        apart_from: Writes,
        size: SizeEstimate,
    },
}

impl Snapshots {
    /// The snapshot that a load could read.
    pub(crate) fn of(&self, load: InstId) -> Option<Snapshot> {
        self.reads.get(&load).copied()
    }

    pub(crate) fn content(&self, snapshot: Snapshot) -> &Content {
        &self.contents[&snapshot]
    }

    /// How large a copy is taken to be.
    pub(crate) fn estimate(&self, facts: Facts<'_>, snapshot: Snapshot) -> SizeEstimate {
        estimate(facts, snapshot, self.content(snapshot))
    }

    /// What is found out where loads read by indices of the program's.
    pub(crate) fn inspections(&self) -> &[Inspected] {
        &self.inspections
    }

    /// The inspection that looks at a load.
    pub(crate) fn inspected(&self, load: InstId) -> Option<usize> {
        self.inspected.get(&load).copied()
    }

    /// Loads whose numbers are kept one by one if a snapshot turns out not to pay.
    pub(crate) fn doubtful(&self, snapshot: Snapshot) -> impl Iterator<Item = InstId> + '_ {
        let is_doubtful = matches!(self.content(snapshot), Content::Inspected { .. });
        let reads = self
            .reads
            .iter()
            .filter(move |(_, of)| is_doubtful && **of == snapshot);
        reads.map(|(load, _)| *load)
    }

    fn add(&mut self, snapshot: Snapshot, content: Content, loads: Vec<InstId>) {
        self.contents.insert(snapshot, content);
        self.reads
            .extend(loads.into_iter().map(|id| (id, snapshot)));
    }
}

/// The snapshots that loads could read instead of memory which is overwritten.
pub(crate) fn choose(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>) -> Snapshots {
    let insts = facts.body.insts.iter();
    let overwritten = insts.filter(|(id, inst)| {
        matches!(inst.op, Op::Load { ordered: false, .. }) && facts.overwritten.is(*id)
    });
    let overwritten: Vec<InstId> = overwritten.map(|(id, _)| id).collect();
    let mut chosen = Snapshots::default();
    let mut whole: IndexMap<Snapshot, Vec<InstId>> = IndexMap::new();
    for id in &overwritten {
        if let Some(snapshot) = candidate(facts, adjoints, *id) {
            whole.entry(snapshot).or_default().push(*id);
        }
    }
    for (snapshot, loads) in whole {
        if pays(facts, (snapshot, &Content::Whole), &loads) {
            chosen.add(snapshot, Content::Whole, loads);
        }
    }
    let mut parts: IndexMap<Snapshot, (Vec<InstId>, Window)> = IndexMap::new();
    let complete = window::complete(facts);
    for id in overwritten.iter().copied() {
        if chosen.of(id).is_none()
            && let Some((snapshot, window)) =
                window::of(facts, &complete, id, |l| window::only_reads(facts, id, l))
            && !chosen.contents.contains_key(&snapshot)
        {
            let (loads, joined) = parts.entry(snapshot).or_default();
            loads.push(id);
            joined.join(window);
        }
    }
    for (snapshot, (loads, window)) in parts {
        let content = Content::Part(window);
        if pays(facts, (snapshot, &content), &loads) {
            chosen.add(snapshot, content, loads);
        }
    }
    inspect(facts, &complete, &overwritten, &mut chosen);
    chosen
}

/// Looks at what loads read by indices of the program's, where that may be copied, or where workers remember it.
fn inspect(
    facts: Facts<'_>,
    complete: &IndexSet<LoopId>,
    overwritten: &[InstId],
    chosen: &mut Snapshots,
) {
    let whole = inspect::whole(facts, complete);
    let mut loads: IndexMap<Snapshot, Vec<InstId>> = IndexMap::new();
    let mut copied: IndexMap<Snapshot, (Vec<InstId>, Writes)> = IndexMap::new();
    let uncopied = overwritten
        .iter()
        .filter(|load| chosen.of(**load).is_none() && is_number(facts, **load));
    for load in uncopied {
        if let Some((snapshot, writes)) = inspect::nest(facts, (complete, &whole), *load, true)
            && !chosen.contents.contains_key(&snapshot)
        {
            loads.entry(snapshot).or_default().push(*load);
            let (of_snapshot, apart_from) = copied.entry(snapshot).or_default();
            of_snapshot.push(*load);
            for (of, window) in writes {
                apart_from.entry(of).or_default().join(window);
            }
        }
    }
    // A copy of what one load reads once has as many numbers, and looking comes on top.
    copied.retain(|of, (reads, _)| {
        reads.len() > 1 || !inspect::reads_each_once(facts, of.before, reads[0])
    });
    loads.retain(|of, _| copied.contains_key(of));
    let known: IndexSet<InstId> = loads.values().flatten().copied().collect();
    for load in inspect::unknown(facts, complete) {
        if !known.contains(&load)
            && let Some((snapshot, _)) = inspect::nest(facts, (complete, &whole), load, false)
        {
            loads.entry(snapshot).or_default().push(load);
        }
    }
    let (inspections, places) = inspect::joined(facts, &loads);
    for (snapshot, loads) in loads {
        let all = loads.iter().map(|load| (*load, places[&snapshot]));
        chosen.inspected.extend(all);
    }
    for (snapshot, (loads, apart_from)) in copied {
        let place = places[&snapshot];
        let size = inspected(facts, &inspections[place]);
        let content = Content::Inspected {
            place,
            apart_from,
            size,
        };
        chosen.add(snapshot, content, loads);
    }
    chosen.inspections = inspections;
}

/// Whether a load reads a number that varies: what is computed with integers is kept in any case.
fn is_number(facts: Facts<'_>, load: InstId) -> bool {
    let body = facts.body;
    let result = body.insts[load].result;
    result.is_some_and(|result| body.types.float_lanes(body.values[result].ty).is_some())
}

/// The outermost loop around a load that does not write what it reads, and the memory's start.
fn candidate(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>, id: InstId) -> Option<Snapshot> {
    let body = facts.body;
    let load = &body.insts[id];
    let of = body.start_of(load.operands[0]);
    let made = body.def(of)?;
    let stays = match adjoints[made] {
        // Its end is put off until the reverse pass.
        Adjoint::Allocate { freed, .. } => freed,
        // Any other: no memory, but for that on the stack.
        _ => body.is_static_alloca(made),
    };
    let only_reads =
        |l: &LoopId| !body.holds(*l, body.insts[made].block) && !facts.is_written_in(id, *l);
    let before = body.nest(load.block).take_while(only_reads).last()?;
    // Other workers may write what only one of them has made.
    let own = || {
        facts
            .memory
            .place(of)
            .is_some_and(|place| facts.is_own(place))
    };
    let known = stays && size(facts, of).is_some() && (facts.team.is_none() || own());
    known.then_some(Snapshot { of, before })
}

/// Bytes of the memory that an allocation gave.
pub(crate) fn size(facts: Facts<'_>, of: ValueId) -> Option<Size> {
    let body = facts.body;
    let inst = &body.insts[body.def(of)?];
    if let Op::Alloca(ty) = inst.op {
        let ValueKind::ConstInt(Some(count)) = body.values[inst.operands[0]].kind else {
            return None;
        };
        let unit = u64::try_from(count).ok()?;
        let unit = unit.checked_mul(body.types.get(ty).alloc_size)?;
        let factors = Vec::new();
        return Some(Size { unit, factors });
    }
    let Some(CalleeKind::Allocator(spec)) = callee::known(inst, facts.registry) else {
        return None;
    };
    let argument = |index: u8| inst.operands[usize::from(index)];
    let factors = match spec.size {
        SizeExpr::Arg(a) => vec![argument(a)],
        SizeExpr::Product(a, b) => vec![argument(a), argument(b)],
    };
    Some(Size { unit: 1, factors })
}

fn estimate(facts: Facts<'_>, snapshot: Snapshot, content: &Content) -> SizeEstimate {
    match content {
        Content::Whole => {
            bytes(facts, snapshot.of).expect("all of it is copied of memory of known size")
        }
        Content::Part(window) => window::estimate(facts, window),
        Content::Inspected { size, .. } => size.clone(),
    }
}

/// Half of what the loads read, for each number is often read several times.
fn inspected(facts: Facts<'_>, inspected: &Inspected) -> SizeEstimate {
    let of_one = |load: &InstId| {
        let bytes = facts.body.accessed(*load).map_or(0, |(_, bytes)| bytes);
        SizeEstimate::constant(bytes / 2).times(work(facts, inspected.of, *load, true))
    };
    let all = inspected.loads.iter().map(of_one);
    all.fold(SizeEstimate::constant(0), SizeEstimate::plus)
}

/// How large the memory that an allocation gave is taken to be.
pub(crate) fn bytes(facts: Facts<'_>, of: ValueId) -> Option<SizeEstimate> {
    let size = size(facts, of)?;
    let factors = size.factors.iter().map(|v| size_estimate::of(facts, *v));
    Some(factors.fold(SizeEstimate::constant(size.unit), SizeEstimate::times))
}

/// Whether the copy grows no faster than the work does, and what is read is known to be there: a part is, where a load runs in the first iteration.
fn pays(facts: Facts<'_>, (snapshot, content): (Snapshot, &Content), loads: &[InstId]) -> bool {
    let body = facts.body;
    let mut blocks = loads.iter().map(|id| body.insts[*id].block);
    let runs = blocks.any(|block| body.always_runs(snapshot.before, block));
    let work = loads.iter().map(|id| work(facts, snapshot, *id, runs));
    let work = work.fold(SizeEstimate::constant(1), SizeEstimate::or);
    let within = estimate(facts, snapshot, content).grows_within(&work);
    match content {
        Content::Whole => within,
        Content::Part(window) => runs && (within || loads.len() >= MANY && window.is_dense()),
        // That is found out when the program runs.
        Content::Inspected { .. } => true,
    }
}

/// How often the loops around a load run, from the outermost one of the nest inward: all of them if the nest `runs`, for one that reads once in each
/// iteration reads more often inside, else as far as each iteration runs the next one.
fn work(facts: Facts<'_>, snapshot: Snapshot, load: InstId, runs: bool) -> SizeEstimate {
    let body = facts.body;
    let inside = |l: &LoopId| body.holds(snapshot.before, body.loops[*l].header);
    let nest = body.nest(body.insts[load].block).take_while(inside);
    let nest: Vec<LoopId> = nest.collect();
    let mut work = SizeEstimate::constant(1);
    let mut around = None;
    for l in nest.into_iter().rev() {
        let certain = |outer| body.always_runs(outer, body.loops[l].header);
        if !runs && !around.is_none_or(certain) {
            break;
        }
        if let Some(last) = body.loops[l].last {
            work = work.times(size_estimate::of(facts, last));
        }
        around = Some(l);
    }
    work
}
