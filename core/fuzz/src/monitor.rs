//! Notices races: what one worker accesses while another one may write it, as if each unit of work (an iteration of a worksharing loop, a
//! section, what one of the workers does) were run by a worker of its own. Owns which accesses go together; must not know what is accessed.

use std::collections::BTreeMap;

use crate::ast::omp::{Guard, JoinOp};
use crate::memory::{Addr, Checked, Reject};

/// Work that one worker does. What two units do may happen at the same time unless a barrier is in between.
pub(crate) type Unit = u64;

/// What all workers do.
pub(crate) const ALL: Unit = 0;
/// What the first worker does.
pub(crate) const FIRST: Unit = 1;

/// How something is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Access {
    Read,
    Write,
    Join(JoinOp, Guard),
}

/// An operator, where additions and subtractions go together.
fn class(op: JoinOp) -> JoinOp {
    match op {
        JoinOp::Sub => JoinOp::Add,
        other => other,
    }
}

/// An access to one cell, under `ordered` of which loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Event {
    unit: Unit,
    access: Access,
    ordered: Option<u64>,
}

impl Event {
    /// Whether the two may not be done by workers at the same time.
    fn clashes(self, other: Event) -> bool {
        match (self.access, other.access) {
            (Access::Join(a, g), Access::Join(b, h)) => class(a) != class(b) || g != h,
            // The order of a join and another access says what is read.
            (Access::Join(..), _) | (_, Access::Join(..)) => true,
            (Access::Read, Access::Read) => false,
            _ if self.ordered.is_some() && self.ordered == other.ordered => false,
            _ => self.unit != other.unit,
        }
    }
}

/// A variable of a reduction: cells from `first` on, joined by `op`, of the region at `depth`.
#[derive(Clone, Copy, Debug)]
struct Reduced {
    object: usize,
    first: usize,
    len: usize,
    op: JoinOp,
    depth: usize,
}

impl Reduced {
    fn covers(&self, object: usize, cell: usize) -> bool {
        self.object == object && (self.first..self.first + self.len).contains(&cell)
    }
}

/// One parallel region that is being run.
#[derive(Default)]
struct Level {
    /// Objects that came to life in the region, and in which unit.
    owners: BTreeMap<usize, Unit>,
    unit: Unit,
    ordered: Option<u64>,
    /// Since the last barrier.
    events: BTreeMap<(usize, usize), Vec<Event>>,
    /// Units of iterations that loops with the same schedule give to the same worker.
    alike: BTreeMap<(Option<i64>, u64, u64), Unit>,
}

#[derive(Default)]
pub(crate) struct Monitor {
    levels: Vec<Level>,
    reduced: Vec<Reduced>,
    units: Unit,
}

const RACE: Reject = Reject::Invalid("race");

impl Monitor {
    pub(crate) fn enter(&mut self) {
        self.levels.push(Level::default());
    }

    pub(crate) fn leave(&mut self) {
        self.levels.pop();
    }

    /// Whether a construct that all workers must come to may stand here.
    pub(crate) fn together(&self) -> bool {
        let last = self.levels.last();
        last.is_none_or(|level| level.unit == ALL && level.ordered.is_none())
    }

    pub(crate) fn barrier(&mut self) {
        if let Some(level) = self.levels.last_mut() {
            level.events.clear();
        }
    }

    /// A number that was not there before.
    pub(crate) fn fresh(&mut self) -> Unit {
        self.units += 1;
        FIRST + self.units
    }

    /// The unit of the `k`-th of `trips` iterations under a static schedule.
    pub(crate) fn alike(&mut self, chunk: Option<i64>, trips: u64, k: u64) -> Unit {
        let fresh = self.fresh();
        match self.levels.last_mut() {
            Some(level) => *level.alike.entry((chunk, trips, k)).or_insert(fresh),
            None => fresh,
        }
    }

    /// What follows belongs to this unit; the one before.
    pub(crate) fn switch(&mut self, unit: Unit) -> Unit {
        match self.levels.last_mut() {
            Some(level) => std::mem::replace(&mut level.unit, unit),
            None => ALL,
        }
    }

    /// What follows is, or is not, run in the order of a loop's iterations.
    pub(crate) fn order(&mut self, of: Option<u64>) {
        if let Some(level) = self.levels.last_mut() {
            level.ordered = of;
        }
    }

    /// Whether the innermost region's workers have one object in common.
    pub(crate) fn shared(&self, object: usize) -> bool {
        let last = self.levels.last();
        last.is_none_or(|level| level.owners.get(&object) != Some(&ALL))
    }

    /// Makes an object that each worker has a copy of one that they reduce.
    pub(crate) fn adopt(&mut self, object: usize) {
        if let Some(level) = self.levels.last_mut() {
            level.owners.remove(&object);
        }
    }

    pub(crate) fn born(&mut self, object: usize) {
        for level in &mut self.levels {
            level.owners.insert(object, level.unit);
        }
    }

    pub(crate) fn reduce(&mut self, at: Addr, len: usize, op: JoinOp) {
        let depth = self.levels.len();
        self.reduced.push(Reduced {
            object: at.object,
            first: at.cell,
            len,
            op,
            depth,
        });
    }

    pub(crate) fn reductions(&self) -> usize {
        self.reduced.len()
    }

    /// Ends all but the first `count` reductions.
    pub(crate) fn end_reductions(&mut self, count: usize) {
        self.reduced.truncate(count);
    }

    /// Notes an access to `cells` cells.
    pub(crate) fn note(&mut self, at: Addr, cells: usize, access: Access) -> Checked<()> {
        if self.levels.is_empty() && self.reduced.is_empty() {
            return Ok(());
        }
        (at.cell..at.cell + cells).try_for_each(|cell| self.one(at.object, cell, access))
    }

    fn one(&mut self, object: usize, cell: usize, access: Access) -> Checked<()> {
        let reduced = self.reduced.iter().rev().find(|r| r.covers(object, cell));
        let depth = match (reduced, access) {
            (Some(r), Access::Join(op, Guard::Reduction)) if class(op) == class(r.op) => r.depth,
            (None, Access::Join(_, Guard::Reduction)) | (Some(_), _) => return Err(RACE),
            _ => usize::MAX,
        };
        for (k, level) in self.levels.iter_mut().enumerate() {
            // The workers of an inner region have one copy of the outer region's in common.
            let seen = if k < depth { access } else { Access::Write };
            level.note((object, cell), seen)?;
        }
        Ok(())
    }
}

impl Level {
    fn note(&mut self, key: (usize, usize), access: Access) -> Checked<()> {
        match self.owners.get(&key.0) {
            Some(owner) if *owner == self.unit => return Ok(()),
            // A worker's own: what it holds later would depend on what work the worker got.
            Some(&ALL) if access == Access::Read => return Ok(()),
            Some(&ALL) => return Err(RACE),
            _ => {}
        }
        // All workers would write, or join as often as there are workers.
        if self.unit == ALL && access != Access::Read {
            return Err(RACE);
        }
        let event = Event {
            unit: self.unit,
            access,
            ordered: self.ordered,
        };
        let before = self.events.entry(key).or_default();
        if before.iter().any(|e| e.clashes(event)) {
            return Err(RACE);
        }
        let plain = |e: &&Event| e.access == Access::Read && e.ordered.is_none();
        // Two readers clash with every writer that one of them is not.
        let enough = plain(&&event) && before.iter().filter(plain).count() >= 2;
        if !enough && !before.contains(&event) {
            before.push(event);
        }
        Ok(())
    }
}
