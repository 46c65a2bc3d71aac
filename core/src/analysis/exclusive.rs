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
//! * **A thread's own in a launch.** No two threads of a grid have the same number, and each reads elements by its own ([`threads`]).
//!
//! * **Beside what is written.** Whoever reads an element of one array writes the element with the same index of another one ([`beside`]).
//!
//! * **The thread's own copy** of a variable, as far as nobody is given its address ([`copies`]).
//! * **Promised** by the program, for numbers that it reads by indices.
//!
//! Of other places a worker may know when the program runs that nobody else has read them ([`spans`]).
//!
//! Owns: [`Exclusive`]. Must not: know what an adjoint is.

mod beside;
mod copies;
mod extents;
mod phases;
mod reasons;
mod slices;
mod spans;
mod threads;
mod written;

use super::callee;
use crate::view::{Body, Inst, InstId, Op};
use enzyme_rules::CalleeKind;
pub(crate) use extents::Extent;
use indexmap::{IndexMap, IndexSet};
pub(crate) use reasons::{
    Along, Apart, Arrays, Check, Count, Counted, Far, Inner, Narrow, Own, Range, Reach, Rows,
};
pub(crate) use slices::Readers;

/// Loads of a function that a team runs, as far as the numbers that they read are a worker's own.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exclusive {
    loads: IndexMap<InstId, Own>,
    checks: IndexMap<InstId, Vec<Check>>,
    spans: IndexMap<InstId, usize>,
    beside: IndexSet<usize>,
}

impl Exclusive {
    pub(crate) fn of(readers: &Readers<'_>) -> Self {
        let workers = readers.workers;
        let body = &readers.imported.body;
        let mut loads = written::too(body, workers);
        let promised = promised(body, readers);
        loads.extend(promised.map(|id| (id, Own::Promised)));
        let copies = copies::own(readers).into_iter();
        loads.extend(copies.map(|id| (id, Own::Copy)));
        let written = loads.keys().copied().collect();
        let beside = beside::of(readers, &written);
        let mut own = slices::of_iterations(readers, &written);
        loads.extend(own.keys().map(|id| (*id, Own::Iteration)));
        for load in beside.own {
            own.insert(load, Vec::new());
            loads.insert(load, Own::Beside);
        }
        let threads = threads::own(readers, &written);
        loads.extend(threads.keys().map(|id| (*id, Own::Thread)));
        own.extend(threads);
        let spans = spans::of(readers, &written, &own);
        Self {
            loads,
            checks: own,
            beside: spans::all_in(&spans, &beside.if_apart),
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

    /// Whether each number that is read of a part lies beside one that its reader writes: no two workers read it at the same time, if nothing else that workers
    /// read lies in the part.
    pub(crate) fn is_beside(&self, part: usize) -> bool {
        self.beside.contains(&part)
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
