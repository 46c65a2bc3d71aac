//! What the other workers of a team may do between what one of them reads and the reversal of that.
//!
//! A program without races orders two accesses of two workers to one place, one of which writes: by a barrier between them, or by something that
//! workers do one by one (locks, atomic operations). So if a worker reads, another one can write there later only if
//!
//! * they are *aligned*, a barrier can follow the read, and the write can follow that barrier: all workers come to the same barriers; or
//! * something else at which workers meet can follow the read (where the reader lets others go on), and the write can follow something
//!   of that sort (where the writer is let go on). Which came first is not known: the write may stand in front of the read. That is so of what is
//!   done one by one, and of barriers that are not aligned: workers may come to one barrier of the source by several ways, on each of which
//!   stands a copy.
//!
//! What the reading worker itself writes later is asked elsewhere (`overwritten`), as for one thread. Whether the addresses are the same is not
//! asked of LLVM: the same instruction computes another one in another worker.
//!
//! Owns: [`Workers`]. Must not: decide what is kept.

use super::callee;
use super::departures;
use super::functions::Functions;
use super::memory::{Memory, ObjectId, Place};
use super::uniform::Uniform;
use crate::view::{Access, BlockId, Body, Inst, InstId, Op, Reach};
use enzyme_rules::{CalleeKind, Meeting, Registry};
use indexmap::IndexSet;

/// Where the workers of a team meet in a function that they run.
pub(crate) struct Workers<'a> {
    body: &'a Body,
    memory: &'a Memory,
    /// Objects that other workers may know.
    shared: IndexSet<ObjectId>,
    reach: Reach,
    /// Where workers may meet at a barrier.
    barriers: Vec<InstId>,
    /// Where all of them do: what is called may come by none, or only let workers go on one by one.
    sure: Vec<InstId>,
    one_by_one: Vec<InstId>,
    /// Whether all workers come to the same barriers in the same order.
    aligned: bool,
    /// A branch at which threads of a block may leave others that still meet.
    departure: Option<InstId>,
    /// Loads of which it is known that all workers read the same place.
    alike: IndexSet<InstId>,
    /// Those of them by which they read what none writes.
    unwritten: IndexSet<InstId>,
}

impl<'a> Workers<'a> {
    /// What is uniform is known of the function that a team is started for, and not of what that calls.
    pub(crate) fn of(
        (body, memory): (&'a Body, &'a Memory),
        registry: &Registry,
        mirrored: &Functions,
        uniform: Option<&Uniform<'_>>,
    ) -> Self {
        let mut workers = Self {
            body,
            memory,
            shared: shared(body, memory),
            reach: Reach::of(body),
            barriers: Vec::new(),
            sure: Vec::new(),
            one_by_one: Vec::new(),
            aligned: false,
            departure: None,
            alike: IndexSet::new(),
            unwritten: IndexSet::new(),
        };
        for (id, inst) in body.insts.iter() {
            let (barrier, one_by_one) = meetings(inst, registry, mirrored);
            workers.barriers.extend(barrier.then_some(id));
            let sure = barrier && !mirrored.is_call(inst, registry);
            workers.sure.extend(sure.then_some(id));
            workers.one_by_one.extend(one_by_one.then_some(id));
        }
        workers.aligned = uniform.is_some_and(|uniform| uniform.leads_alike(&workers.barriers));
        workers.departure = registry.grid().and_then(|grid| {
            departures::between((body, memory), grid, (&workers.barriers, &workers.reach))
        });
        workers
    }

    /// Finds the loads by which all workers read the same place; `unwritten` says of which of them nobody writes there.
    pub(crate) fn find_alike(
        &mut self,
        uniform: &Uniform<'_>,
        unwritten: impl FnOnce(&IndexSet<InstId>) -> IndexSet<InstId>,
    ) {
        let loads = self.body.insts.iter();
        let loads = loads.filter(|(_, inst)| matches!(inst.op, Op::Load { .. }));
        let alike = loads.filter(|(_, inst)| uniform.holds(inst.operands[0]));
        self.alike.extend(alike.map(|(id, _)| id));
        self.unwritten = unwritten(&self.alike);
    }

    /// Whether all workers are known to read the same place by a load.
    pub(crate) fn read_alike(&self, load: InstId) -> bool {
        self.alike.contains(&load)
    }

    /// The same, and that no worker writes there.
    pub(crate) fn read_alike_and_unwritten(&self, load: InstId) -> bool {
        self.unwritten.contains(&load)
    }

    /// A branch at which threads of a block may leave others that still meet.
    pub(crate) fn departure(&self) -> Option<InstId> {
        self.departure
    }

    /// Whether memory is known to no caller, and to no other worker.
    pub(crate) fn is_own(&self, place: Place) -> bool {
        self.is_own_object(place.object)
    }

    /// The same of an object.
    pub(crate) fn is_own_object(&self, object: ObjectId) -> bool {
        self.memory.is_private_object(object) && !self.shared.contains(&object)
    }

    /// Whether another worker may make a write after this one has read.
    pub(crate) fn may_write_behind(&self, read: InstId, write: InstId) -> bool {
        let between = |at: &InstId| self.follows(read, *at) && self.follows(*at, write);
        let lets_go_on = || self.in_any_order().any(|at| self.follows(read, *at));
        // A task runs while its worker goes on.
        let is_let_go_on = || {
            callee::is_task(&self.body.insts[write])
                || self.in_any_order().any(|at| self.follows(*at, write))
        };
        self.barriers.iter().any(between) || lets_go_on() && is_let_go_on()
    }

    /// Whether workers may meet after one instruction and before another one that follows it.
    pub(crate) fn may_meet_between(&self, first: InstId, second: InstId) -> bool {
        let together = self.body.insts[first].block == self.body.insts[second].block;
        let between = |at: &InstId| match together {
            true => first < *at && *at < second,
            false => self.follows(first, *at) && self.follows(*at, second),
        };
        self.meetings().any(between)
    }

    /// Where no worker goes on before all have come, if they are aligned.
    pub(crate) fn sure_barriers(&self) -> &[InstId] {
        &self.sure
    }

    /// Whether all workers come to the same barriers in the same order.
    pub(crate) fn are_aligned(&self) -> bool {
        self.aligned
    }

    /// Whether workers may meet in one of the blocks for which that is asked.
    pub(crate) fn may_meet_in(&self, is_asked: impl Fn(BlockId) -> bool) -> bool {
        self.meetings()
            .any(|at| is_asked(self.body.insts[*at].block))
    }

    /// Where one worker may meet another one that is somewhere else.
    fn in_any_order(&self) -> impl Iterator<Item = &InstId> {
        let barriers = self.barriers.iter().filter(|_| !self.aligned);
        barriers.chain(&self.one_by_one)
    }

    fn meetings(&self) -> impl Iterator<Item = &InstId> {
        self.barriers.iter().chain(&self.one_by_one)
    }

    fn follows(&self, first: InstId, second: InstId) -> bool {
        let block = |id: InstId| -> BlockId { self.body.insts[id].block };
        let here = block(first) == block(second) && second > first;
        here || self.reach.follows(block(first), block(second))
    }
}

/// What all workers can come to: memory that parameters, globals or what tasks are handed lead to, or pointers of which nobody knows where they come
/// from. A worker's own variable is among it if its address was left there.
fn shared(body: &Body, memory: &Memory) -> IndexSet<ObjectId> {
    let params = (0..body.params.len()).filter_map(|position| memory.param(position));
    let objects = memory.objects.iter().enumerate();
    let known = objects.filter(|(_, object)| {
        let origins = &object.origins;
        let named = !origins.globals.is_empty();
        named || origins.escaped || origins.unknown || origins.computed
    });
    let known = known.map(|(index, _)| ObjectId(index));
    let tasks = body.insts.values().filter(|inst| callee::is_task(inst));
    let handed = tasks.flat_map(|inst| &inst.operands);
    let handed = handed.filter_map(|operand| memory.place(*operand));
    let places = params.chain(handed).map(|place| place.object);
    memory.all_reachable(places.chain(known))
}

/// Whether workers may meet at a barrier there, and whether they go through it one by one.
fn meetings(inst: &Inst, registry: &Registry, mirrored: &Functions) -> (bool, bool) {
    if mirrored.is_call(inst, registry) {
        // What is called may do both.
        return (true, true);
    }
    if callee::is_task(inst) {
        // Whoever does the task comes after what its worker did before.
        return (false, true);
    }
    match (inst.op.access(), callee::known(inst, registry)) {
        (_, Some(CalleeKind::Mirrored(rule))) => (
            rule.meeting == Meeting::Barrier,
            matches!(rule.meeting, Meeting::OneByOne | Meeting::Messages),
        ),
        (Access::Exchange | Access::Order | Access::Unknown, _) => (false, true),
        (Access::Read | Access::Write, _) => (false, inst.is_ordered()),
        (Access::Call | Access::None, _) => (false, false),
    }
}
