//! How a worker remembers what it reads of memory that others may read as well.
//!
//! Where a nest of loops moves an address by steps that are known, all that it reads behind it is remembered before the nest begins. What other loads
//! read is remembered each time that they run.
//!
//! Where a region only reads, nobody asks for the adjoints of what it reads before it is reversed. So a worker may add to numbers of its own, if the
//! library finds that better than atomic additions (`enzyme_rules::SpanRule`). If the compiler cannot tell whether the region also writes there, the
//! worker remembers where it writes, too.
//!
//! In the reverse pass each addition asks whether nobody else reads there. Where an innermost loop moves the address, that is asked once in front of it,
//! of all that it reads.
//!
//! Owns: [`Remembered`], [`Asked`], [`Private`]. Must not: choose the loads.

use super::accumulate;
use super::facts::Facts;
use super::item::Snapshot;
use super::snapshot::Snapshots;
use super::window::{self, Window};
use crate::analysis::memory::ObjectId;
use crate::request::Team;
use crate::view::{InstId, Op};
use enzyme_rules::FloatKind;
use indexmap::{IndexMap, IndexSet};

/// The accesses whose memory a worker remembers, by how it does. Parts that are read are numbered from 0, what is written behind them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Remembered {
    /// Each time that it runs, and the number of its part of the memory.
    pub(crate) each: Vec<(InstId, usize)>,
    /// What nests access, by the part, the address behind which it lies, and the loop before which that is known.
    pub(crate) nests: IndexMap<(usize, Snapshot), Window>,
    /// What is looked at before nests, by the part and the inspection.
    pub(crate) inspected: IndexMap<(usize, usize), Snapshot>,
}

/// The parts of which a worker may have numbers of its own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Private {
    /// By part, what must turn out to be other memory when the program runs: a bit for each part that is written.
    parts: IndexMap<usize, u64>,
    /// The stores of these, and their parts.
    stores: IndexMap<InstId, usize>,
    /// How many they are.
    written: usize,
}

impl Private {
    /// Whether a part is one of them.
    pub(crate) fn contains(&self, part: usize) -> bool {
        self.parts.contains_key(&part)
    }

    /// A bit for each of the parts that are written with which a part must not overlap.
    pub(crate) fn apart_from(&self, part: usize) -> u64 {
        self.parts.get(&part).copied().unwrap_or(0)
    }

    /// How many parts are written that are remembered.
    pub(crate) fn written(&self) -> usize {
        self.written
    }

    /// Chooses them: numbers of 64 bits, to which nothing in the region writes, or only stores of which the worker remembers where they write.
    pub(super) fn choose(facts: Facts<'_>) -> Self {
        // Shadows may be the memory itself; and workers of several teams do not wait for each other.
        if facts.request.team != Team::One || facts.request.runtime_activity {
            return Self::default();
        }
        let mut writers: IndexMap<usize, Option<IndexSet<InstId>>> = IndexMap::new();
        for (load, part) in accumulate::spans(facts).into_iter().flatten() {
            let all = writers
                .entry(*part)
                .or_insert_with(|| Some(IndexSet::new()));
            let more = is_wide(facts, *load)
                .then(|| may_write(facts, *load))
                .flatten();
            *all = all.take().zip(more).map(|(all, more)| &all | &more);
        }
        let mut chosen = Self::default();
        let mut starts = IndexSet::new();
        for (part, stores) in writers {
            let stores = stores.filter(|stores| stores.iter().all(|id| is_known(facts, *id)));
            let mut apart_from = 0;
            for store in stores.iter().flatten() {
                let start = facts.body.start_of(facts.body.insts[*store].operands[1]);
                let index = starts.insert_full(start).0;
                chosen.stores.insert(*store, index);
                apart_from |= 1_u64.checked_shl(index as u32).unwrap_or(0);
            }
            if stores.is_some() {
                chosen.parts.insert(part, apart_from);
            }
        }
        chosen.written = starts.len();
        match starts.len() <= u64::BITS as usize {
            true => chosen,
            false => Self::default(),
        }
    }
}

/// What innermost loops read of the parts.
#[derive(Clone, Debug, Default)]
pub(crate) struct Asked {
    loads: IndexMap<InstId, (usize, Snapshot)>,
    windows: IndexMap<(usize, Snapshot), Window>,
}

impl Asked {
    /// What is asked before the innermost loop around a load: of which part, the address behind which it is, and all that the loop reads of it.
    pub(crate) fn of(&self, load: InstId) -> Option<(usize, Snapshot, &Window)> {
        let (part, nest) = self.loads.get(&load)?;
        Some((*part, *nest, &self.windows[&(*part, *nest)]))
    }

    /// Chooses it for all loads of a team's function that are in nests: a loop that is shared out reads beyond what is a worker's own.
    pub(super) fn choose(facts: Facts<'_>) -> Self {
        let mut all = Self::default();
        let complete = window::complete(facts);
        for (load, part) in accumulate::spans(facts).into_iter().flatten() {
            let mut nest = facts.body.nest(facts.body.insts[*load].block);
            let (Some(inner), Some(_)) = (nest.next(), nest.next()) else {
                continue;
            };
            let window = window::of(facts, &complete, *load, |l| l == inner);
            if let Some((nest, window)) = window {
                all.loads.insert(*load, (*part, nest));
                all.windows.entry((*part, nest)).or_default().join(window);
            }
        }
        all
    }
}

/// Decides it for all accesses of a team's function.
pub(super) fn choose(facts: Facts<'_>, private: &Private, snapshots: &Snapshots) -> Remembered {
    let mut all = Remembered::default();
    let complete = window::complete(facts);
    let loads = accumulate::spans(facts);
    let loads = || loads.into_iter().flatten().map(|(id, part)| (*id, *part));
    let read = loads().map(|(_, part)| part + 1).max().unwrap_or(0);
    let stores = private.stores.iter().map(|(id, part)| (*id, read + part));
    for (access, part) in loads().chain(stores) {
        match window::of(facts, &complete, access, |_| true) {
            Some((nest, window)) => all.nests.entry((part, nest)).or_default().join(window),
            None => match snapshots.inspected(access) {
                Some(place) => {
                    let inspected = &snapshots.inspections()[place];
                    let of = facts.body.start_of(facts.body.insts[access].operands[0]);
                    let before = inspected.of.before;
                    all.inspected.insert((part, place), Snapshot { of, before });
                }
                None => all.each.push((access, part)),
            },
        }
    }
    all
}

/// Whether a load reads aligned numbers of 64 bits.
fn is_wide(facts: Facts<'_>, load: InstId) -> bool {
    let body = facts.body;
    let inst = &body.insts[load];
    let ty = inst.result.map(|result| body.values[result].ty);
    let kind = ty.and_then(|ty| body.types.float_lanes(ty));
    let place = facts.memory.place(inst.operands[0]);
    let is_packed = |object| facts.memory.object(object).origins.packed;
    kind == Some(FloatKind::Double) && place.is_some_and(|place| !is_packed(place.object))
}

/// Whether an instruction writes where its operands say, in the shadow as in the memory.
fn is_known(facts: Facts<'_>, id: InstId) -> bool {
    let inst = &facts.body.insts[id];
    matches!(inst.op, Op::Store { ordered: false }) && facts.shadowed(inst.operands[1])
}

/// What may write what a load reads, at any time; nothing if that is not known. What parameters lead to may overlap; in one object, fields are told apart.
fn may_write(facts: Facts<'_>, load: InstId) -> Option<IndexSet<InstId>> {
    let memory = facts.memory;
    let place = memory.place(facts.body.insts[load].operands[0])?;
    let is_private = |object: ObjectId| memory.is_private_object(object);
    let meets = |write: &InstId| {
        let mut written = memory.objects_written(*write).into_iter();
        let other = |other: ObjectId| other == place.object || is_private(other);
        match is_private(place.object) || written.all(other) {
            true => memory.meet(load, *write),
            false => true,
        }
    };
    let fields = memory.touched(load, false);
    let touches = |id: &InstId| memory.touched(*id, true).iter().any(|f| fields.contains(f));
    let row = facts.clobbers.of(facts.body, load);
    let writes = row.all_writes().filter(meets);
    Some(
        writes
            .chain(facts.body.insts.keys().filter(touches))
            .collect(),
    )
}
