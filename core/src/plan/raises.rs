//! Atomic maxima and minima of numbers in memory of a device, in kernels that the host launches.
//!
//! ```text
//! old = atomic max(x, v)        keep (x, v) if old < v                       adjoint of v += shadow of x, which becomes 0, if *x == v was so
//! ```
//!
//! A maximum only rises: each number that was the largest when it came differs from all others that were, so that one at most lies there when the launch is over, and if
//! none does, the number from before is the largest. What lies there a thread cannot know while others are still at work, and when the launch is reversed, other launches
//! have written there. So the thread links its number to those that it has kept already, and behind the launch another one of as many threads looks which of them are there
//! (`frontend/kernels`). The reverse launch asks for the answer alone. Equal numbers are no trouble: the second one is not larger than what it finds, so that all of the
//! adjoint goes to the first. What is no number is never there.
//!
//! Nothing else may be done to the number between two such operations. A program without races orders what else its threads do there with all operations of all
//! threads, by barriers of the block, or by the thread's own order:
//!
//! * Who writes it before all of them, or behind, is no trouble either: behind a write no adjoint is left for those who came before.
//! * Who reads it before all of them gets its adjoint behind them in the reverse; who reads it behind, and before another operation that replaces what was read, would have his
//!   adjoint go to the number from before. So no number that has an adjoint may be read where an operation may have come before.
//! * Other atomic operations, which need no order, are to be of other memory, or the same: a sum may make any number of a smaller one.
//!
//! Owns: which operations are settled so. Must not: emit.

use super::adjoints::Adjoint;
use super::exchange::of_block;
use super::facts::Facts;
use super::item::Item;
use super::refusal::{Refusal, refused_among_threads};
use crate::analysis::{callee, updating};
use crate::diag::codes;
use crate::request::TapeOwner;
use crate::view::{Clobber, Inst, InstId, Op, Reach, Shape};
use enzyme_rules::{CalleeKind, FloatKind};
use indexmap::IndexSet;

/// Words that a thread keeps of an operation: where the number is, the number, and what it has kept before.
pub(crate) const WORDS: u64 = 3;

/// Whether an instruction is such an operation, if it is not refused.
pub(crate) fn is_raise(facts: Facts<'_>, id: InstId) -> bool {
    matches!(facts.body.insts[id].op, Op::AtomicRmw(_))
}

/// Whether an item is what a thread keeps of one.
pub(crate) fn is_of_raise(facts: Facts<'_>, item: Item) -> bool {
    matches!(item, Item::Tape(id) if is_raise(facts, id))
}

/// Bytes of what an instruction leaves for the reverse pass.
pub(super) fn bytes_left(facts: Facts<'_>, id: InstId) -> u64 {
    match is_raise(facts, id) {
        true => 8 * WORDS,
        false => 8,
    }
}

/// Whether an operation is one of single or double precision.
pub(super) fn is_of_numbers(facts: Facts<'_>, inst: &Inst) -> bool {
    let types = &facts.body.types;
    let shape = types.shape(facts.body.values[inst.operands[1]].ty);
    matches!(shape, Shape::Float(FloatKind::Float | FloatKind::Double))
}

/// What an operation on memory that has a shadow contributes, if its result is not used.
pub(super) fn classify(facts: Facts<'_>, id: InstId) -> Result<Adjoint, Refusal> {
    let asked = Asked::of(facts, id);
    if facts.request.tape != TapeOwner::Launch || !asked.is_of_device() {
        let Op::AtomicRmw(update) = facts.body.insts[id].op else {
            unreachable!("it is an atomic operation")
        };
        return Err(refused_among_threads(id, Some(update)));
    }
    for (other, inst) in facts.body.insts.iter() {
        if asked.is_mixed((other, inst)) {
            return Err(mixed(id));
        }
        if asked.is_read_by((other, inst)) && asked.may_come_before(other) {
            return Err(read(other));
        }
    }
    Ok(Adjoint::Raise)
}

/// An operation, of which the rest of the function is asked.
struct Asked<'a> {
    facts: Facts<'a>,
    id: InstId,
    /// Globals that a block shares.
    of_block: IndexSet<&'a str>,
    reach: Reach,
    /// Where threads may wait for each other, if the operation may come before.
    meetings: Vec<InstId>,
}

impl<'a> Asked<'a> {
    fn of(facts: Facts<'a>, id: InstId) -> Self {
        let insts = facts.body.insts.iter();
        let meetings = insts.filter(|(_, inst)| is_meeting(facts, inst));
        let mut asked = Self {
            facts,
            id,
            of_block: of_block(facts),
            reach: Reach::of(facts.body),
            meetings: meetings.map(|(at, _)| at).collect(),
        };
        if !asked.meetings.iter().any(|at| asked.follows(id, *at)) {
            asked.meetings.clear();
        }
        asked
    }

    /// Whether the memory is what the host has handed over.
    fn is_of_device(&self) -> bool {
        let facts = self.facts;
        let Some(place) = facts.memory.place(facts.body.insts[self.id].operands[0]) else {
            return false;
        };
        let origins = &facts.memory.object(place.object).origins;
        let mut globals = origins.globals.iter();
        let shared = globals.any(|name| self.of_block.contains(name.as_str()));
        !shared && !origins.stack && !origins.heap
    }

    /// Whether another atomic operation may change the same memory in another way.
    fn is_mixed(&self, (other, inst): (InstId, &Inst)) -> bool {
        let facts = self.facts;
        if other == self.id {
            return false;
        }
        match inst.op {
            Op::Call(_) => may_update(facts, inst) && !self.is_call_apart((other, inst)),
            Op::AtomicRmw(_) | Op::CmpXchg => {
                let moves = |inst: &Inst| facts.body.values[inst.operands[1]].ty;
                let own = &facts.body.insts[self.id];
                let is_same = inst.op == own.op && moves(inst) == moves(own);
                facts.shadowed(inst.operands[0]) && !is_same && !self.is_apart(other)
            }
            // Any other: it is ordered with the operation.
            _ => false,
        }
    }

    /// Whether no address leads a call to the memory, neither its arguments nor what lies where they lead.
    fn is_call_apart(&self, (call, inst): (InstId, &Inst)) -> bool {
        let memory = self.facts.memory;
        let handed = inst
            .operands
            .iter()
            .filter_map(|value| memory.place(*value));
        let fields = handed.flat_map(|place| memory.object(place.object).fields.iter());
        let targets = fields.filter_map(|field| memory.fields[field.0].target);
        let behind = memory.all_reachable(targets);
        let own = memory.place(self.facts.body.insts[self.id].operands[0]);
        let is_beyond = own.is_some_and(|place| !behind.contains(&place.object));
        let clobbers = self.facts.clobbers;
        is_beyond && clobbers.call_apart_among_threads(call, self.id)
    }

    fn is_apart(&self, other: InstId) -> bool {
        let clobbers = self.facts.clobbers;
        clobbers.apart_among_threads(other, self.id) || self.is_within(other)
    }

    /// Whether an instruction accesses memory of its block or of its thread alone, which the host hands over to nobody.
    fn is_within(&self, other: InstId) -> bool {
        let memory = self.facts.memory;
        let inst = &self.facts.body.insts[other];
        let place = match inst.op {
            Op::Load { .. } | Op::AtomicRmw(_) | Op::CmpXchg => memory.place(inst.operands[0]),
            // Any other: it may access more than one place.
            _ => None,
        };
        let Some(place) = place else {
            return false;
        };
        let origins = &memory.object(place.object).origins;
        let mut globals = origins.globals.iter();
        let is_made_here = origins.stack || !origins.globals.is_empty();
        is_made_here
            && globals.all(|name| self.of_block.contains(name.as_str()))
            && origins.params.is_empty()
            && !origins.heap
            && !origins.unknown
            && !origins.from_integer
            && !origins.computed
            && !origins.escaped
    }

    fn follows(&self, first: InstId, second: InstId) -> bool {
        let block = |id: InstId| self.facts.body.insts[id].block;
        block(first) == block(second) && second > first
            || self.reach.follows(block(first), block(second))
    }

    /// Whether an instruction may run behind the operation of any thread: the way from one barrier of the block to the other is not asked for, since threads may come to one
    /// by several ways.
    fn may_come_before(&self, other: InstId) -> bool {
        let mut meetings = self.meetings.iter();
        self.follows(self.id, other) || meetings.any(|at| self.follows(*at, other))
    }

    /// Whether an instruction may read the memory, and its reverse may add to the adjoint there.
    fn is_read_by(&self, (other, inst): (InstId, &Inst)) -> bool {
        let facts = self.facts;
        let active = |value| facts.activities.active(value);
        let has_adjoint = match inst.op {
            Op::Load { .. } => inst.result.is_some_and(active),
            Op::AtomicRmw(_) | Op::CmpXchg => false,
            // Any other: a copy, or a call that may read what its arguments lead to.
            _ => inst.effects.reads && inst.operands.iter().any(|value| facts.shadowed(*value)),
        };
        let is_call_apart = || match inst.op {
            Op::Call(_) => self.is_call_apart((other, inst)),
            // Any other: it has no arguments.
            _ => false,
        };
        let apart_by_type = || {
            let answer = facts.clobbers.of(facts.body, other).answer(self.id);
            answer == Clobber::ApartByType && !facts.memory.meet(other, self.id)
        };
        has_adjoint && !is_call_apart() && !self.is_apart(other) && !apart_by_type()
    }
}

/// Whether a call runs code that may have atomic operations on memory with a shadow.
fn may_update(facts: Facts<'_>, inst: &Inst) -> bool {
    updating::is_call(facts.updating, inst, facts.registry)
        && inst.operands.iter().any(|value| facts.shadowed(*value))
}

/// Whether threads may wait for each other there.
fn is_meeting(facts: Facts<'_>, inst: &Inst) -> bool {
    let known = callee::known(inst, facts.registry);
    matches!(known, Some(CalleeKind::Mirrored(_))) || facts.mirrored.is_call(inst, facts.registry)
}

fn refusal(id: InstId, what: &str) -> Refusal {
    Refusal::new(codes::ATOMIC_ACCESS, id, what)
        .help("if pointers of the kernel's parameters never lead to the same memory, say so of that which it is done to: `double *__restrict__ most`")
}

fn mixed(id: InstId) -> Refusal {
    refusal(id, "an atomic maximum or minimum of active numbers, where another atomic operation of the kernel may change the same memory in another way")
        .note("whose number it is in the end is known only of what always rises, or always falls")
        .help("else do one of them in another kernel")
}

fn read(id: InstId) -> Refusal {
    refusal(
        id,
        "a number is read that an atomic maximum or minimum of the kernel may have changed",
    )
    .note("whose number it is, is known only when the launch is over")
    .help("else read it in another kernel; what is only compared may be read")
}
