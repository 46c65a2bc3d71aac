//! Numbers that only one worker of a team reads between two meetings of workers: their adjoints need no atomic additions.
//!
//! What follows from the primal's freedom of races holds for the adjoint (J. Hückelheim, L. Hascoët: Source-to-source automatic differentiation
//! of OpenMP parallel loops, ACM TOMS 48, 2022; J. Hückelheim et al.: FormAD, 2022). Two accesses of two workers to one place, one of which writes, are
//! ordered by something that workers do at a meeting (a barrier, a lock); so are their adjoints, in the opposite order. What is left are places that
//! several workers only read.
//!
//! * **Written, too.** A worker that reads a place and surely writes it, with no meeting in between, is ordered with all others that access that place, by
//!   meetings before the first or behind the second of the two. So no other one reads it at the same time.
//! * **An iteration's own.** No two workers run the same iteration of a loop that is shared out. Where each iteration reads a slice of its own, and
//!   all else that may read that memory before the workers meet is known to read other memory or the slice of its own iteration, no other worker reads
//!   it at the same time ([`slices`]). Where neighbouring iterations read the same elements, that is so but for the first and the last few of a chunk.
//!
//! * **The thread's own copy** of a variable, as far as nobody is given its address ([`copies`]).
//! * **Promised** by the program, for numbers that it reads by indices.
//!
//! Of other places a worker may know when the program runs that nobody else has read them ([`spans`]).
//!
//! Owns: [`Exclusive`]. Must not: know what an adjoint is.

mod copies;
mod extents;
mod phases;
mod reasons;
mod slices;
mod spans;

use super::callee;
use super::workers::Workers;
use crate::view::{BlockId, Body, Inst, InstId, Op, ValueId};
use enzyme_rules::CalleeKind;
pub(crate) use extents::Extent;
use indexmap::{IndexMap, IndexSet};
pub(crate) use reasons::{Apart, Check, Far, Inner, Narrow, Own, Range};
pub(crate) use slices::Readers;

/// Loads of a function that a team runs, as far as the numbers that they read are a worker's own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exclusive {
    loads: IndexMap<InstId, Own>,
    checks: IndexMap<InstId, Vec<Check>>,
    spans: IndexMap<InstId, usize>,
}

impl Exclusive {
    pub(crate) fn of(readers: &Readers<'_>) -> Self {
        let workers = readers.workers;
        let body = &readers.imported.body;
        let mut loads = written_too(body, workers);
        let promised = promised(body, readers);
        loads.extend(promised.map(|id| (id, Own::Promised)));
        let copies = copies::own(readers).into_iter();
        loads.extend(copies.map(|id| (id, Own::Copy)));
        let written = loads.keys().copied().collect();
        let own = slices::of_iterations(readers, &written);
        let spans = spans::of(readers, &written, &own);
        loads.extend(own.keys().map(|id| (*id, Own::Iteration)));
        Self {
            loads,
            checks: own,
            spans,
        }
    }

    /// What must hold at run time, so that nobody else adds to what a load reads.
    pub(crate) fn checks(&self, load: InstId) -> &[Check] {
        self.checks.get(&load).map_or(&[], Vec::as_slice)
    }

    /// Loads of what others may read as well, and the numbers of the parts of memory that the worker remembers of them, if it does.
    pub(crate) fn spans(&self) -> &IndexMap<InstId, usize> {
        &self.spans
    }

    /// Loads whose memory the program promises to be one worker's.
    pub(crate) fn promised(&self) -> impl Iterator<Item = InstId> + '_ {
        let loads = self.loads.iter();
        loads
            .filter(|(_, why)| **why == Own::Promised)
            .map(|(id, _)| *id)
    }

    /// Why nobody else adds to what a load reads; nothing if others may.
    pub(crate) fn why(&self, load: InstId) -> Option<Own> {
        self.loads.get(&load).copied()
    }
}

/// Loads behind pointers of which the program promises that only one worker reads there.
fn promised<'a>(body: &'a Body, readers: &'a Readers<'_>) -> impl Iterator<Item = InstId> + 'a {
    let loads = body.insts.iter();
    let loads = loads.filter(|(_, inst)| matches!(inst.op, Op::Load { ordered: false }));
    let is_promised = |inst: &Inst| {
        let start = body.def(body.start_of(inst.operands[0]));
        let known = start.and_then(|id| callee::known(&body.insts[id], readers.registry));
        matches!(known, Some(CalleeKind::Exclusive(_)))
    };
    loads
        .filter(move |(_, inst)| is_promised(inst))
        .map(|(id, _)| id)
}

/// Loads of places that the worker surely writes as well.
fn written_too(body: &Body, workers: &Workers<'_>) -> IndexMap<InstId, Own> {
    let mut stores: IndexMap<ValueId, Vec<InstId>> = IndexMap::new();
    for (id, inst) in body.insts.iter() {
        if matches!(inst.op, Op::Store { ordered: false }) {
            stores.entry(inst.operands[1]).or_default().push(id);
        }
    }
    let written = |(id, inst): (InstId, &Inst)| {
        let is_load = matches!(inst.op, Op::Load { ordered: false });
        let there = stores.get(inst.operands.first().filter(|_| is_load)?)?;
        let covers = |store: &&InstId| {
            let stored = body.values[body.insts[**store].operands[0]].ty;
            let loaded = inst.result.map(|result| body.values[result].ty);
            loaded == Some(stored) && goes_with(body, workers, id, **store)
        };
        Some((id, Own::Written(*there.iter().find(covers)?)))
    };
    body.insts.iter().filter_map(written).collect()
}

/// Whether a write surely runs where a read does, in the same iteration, and workers do not meet between the two.
fn goes_with(body: &Body, workers: &Workers<'_>, read: InstId, write: InstId) -> bool {
    let [of_read, of_write] = [read, write].map(|id| body.insts[id].block);
    let (first, second) = match of_read == of_write {
        true => (read.min(write), read.max(write)),
        false if body.blocks[of_read].inner != body.blocks[of_write].inner => return false,
        false if body.dominates(of_write, of_read) => (write, read),
        false if always_leads_to(body, of_read, of_write) => (read, write),
        false => return false,
    };
    !workers.may_meet_between(first, second)
}

/// Whether control comes from a block to another one before the iteration or the function ends.
fn always_leads_to(body: &Body, from: BlockId, to: BlockId) -> bool {
    let inner = body.blocks[from].inner;
    let header = inner.map(|l| body.loops[l].header);
    let leaves = |block: BlockId| inner.is_some_and(|l| !body.holds(l, block));
    let mut seen = IndexSet::from([from]);
    let mut next = 0;
    while let Some(block) = seen.get_index(next).copied() {
        next += 1;
        let succs = &body.blocks[block].succs;
        if succs.is_empty() || succs.iter().any(|s| Some(*s) == header || leaves(*s)) {
            return false;
        }
        seen.extend(succs.iter().filter(|s| **s != to));
    }
    true
}
