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
use crate::view::entity::Map;
use crate::view::{Base, Clobber, Inst, InstId, Op, Reach, Shape};
use enzyme_rules::{CalleeKind, FloatKind};
use indexmap::{IndexMap, IndexSet};

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

/// Operations that count as settled so and are not, and why.
pub(super) fn refused(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>) -> Vec<(InstId, Refusal)> {
    let raises = adjoints
        .iter()
        .filter(|(_, adjoint)| matches!(adjoint, Adjoint::Raise));
    let raises: Vec<InstId> = raises.map(|(id, _)| id).collect();
    if raises.is_empty() {
        return Vec::new();
    }
    let kernel = Kernel::of(facts);
    let all = raises.into_iter();
    all.filter_map(|id| Some((id, kernel.refusal(id)?)))
        .collect()
}

/// Accesses by what their addresses are made from, so that the many which are made from other memory are told apart at once.
#[derive(Default)]
struct Places {
    by_base: IndexMap<Base, Vec<InstId>>,
    others: Vec<InstId>,
}

impl Places {
    fn insert(&mut self, facts: Facts<'_>, id: InstId) {
        match facts.clobbers.base(id) {
            Some(base) => self.by_base.entry(base).or_default(),
            None => &mut self.others,
        }
        .push(id);
    }

    /// Those of which an operation's base does not say that they are of other memory.
    fn beside<'s>(&'s self, facts: Facts<'s>, id: InstId) -> impl Iterator<Item = InstId> + 's {
        let own = facts.clobbers.base(id);
        let is_apart =
            move |base: Base| own.is_some_and(|own| facts.clobbers.bases_apart(own, base));
        let lists = self.by_base.iter();
        let lists = lists.filter(move |(base, _)| !is_apart(**base));
        let lists = lists.map(|(_, list)| list).chain([&self.others]);
        lists.flatten().copied()
    }
}

/// What is asked of all of the function for each operation.
struct Kernel<'a> {
    facts: Facts<'a>,
    /// Globals that a block shares.
    of_block: IndexSet<&'a str>,
    reach: Reach,
    /// Where threads may wait for each other.
    meetings: Vec<InstId>,
    /// Calls that run code which may have atomic operations.
    calls: Vec<InstId>,
    /// Atomic operations on memory that has a shadow, those that do the same to numbers of the same type beside the first of them.
    updates: Vec<(InstId, Places)>,
    /// What may read numbers that have an adjoint.
    readers: Places,
}

impl<'a> Kernel<'a> {
    fn of(facts: Facts<'a>) -> Self {
        let mut kernel = Self {
            facts,
            of_block: of_block(facts),
            reach: Reach::of(facts.body),
            meetings: Vec::new(),
            calls: Vec::new(),
            updates: Vec::new(),
            readers: Places::default(),
        };
        for (id, inst) in facts.body.insts.iter() {
            if is_meeting(facts, inst) {
                kernel.meetings.push(id);
            }
            if matches!(inst.op, Op::Call(_)) && may_update(facts, inst) {
                kernel.calls.push(id);
            }
            if is_update(facts, inst) && !kernel.is_within(id) {
                kernel.note_update(id);
            }
            if has_adjoint(facts, inst) && !kernel.is_within(id) {
                kernel.readers.insert(facts, id);
            }
        }
        kernel
    }

    fn note_update(&mut self, id: InstId) {
        let facts = self.facts;
        let mut updates = self.updates.iter_mut();
        match updates.find(|(first, _)| are_alike(facts, *first, id)) {
            Some((_, places)) => places.insert(facts, id),
            None => {
                let mut places = Places::default();
                places.insert(facts, id);
                self.updates.push((id, places));
            }
        }
    }

    /// Why an operation is not settled behind the launch, if it is not.
    fn refusal(&self, id: InstId) -> Option<Refusal> {
        if self.facts.request.tape != TapeOwner::Launch || !self.is_of_device(id) {
            let Op::AtomicRmw(update) = self.facts.body.insts[id].op else {
                unreachable!("it is an atomic operation")
            };
            return Some(refused_among_threads(id, Some(update)));
        }
        if self.is_mixed(id) {
            return Some(mixed(id));
        }
        let mut readers = self.readers.beside(self.facts, id);
        let other = readers.find(|other| self.reads(*other, id) && self.may_follow(*other, id));
        other.map(read)
    }

    /// Whether the memory is what the host has handed over.
    fn is_of_device(&self, id: InstId) -> bool {
        let facts = self.facts;
        let Some(place) = facts.memory.place(facts.body.insts[id].operands[0]) else {
            return false;
        };
        let origins = &facts.memory.object(place.object).origins;
        let mut globals = origins.globals.iter();
        let shared = globals.any(|name| self.of_block.contains(name.as_str()));
        !shared && !origins.stack && !origins.heap
    }

    /// Whether another atomic operation may change the same memory in another way.
    fn is_mixed(&self, id: InstId) -> bool {
        let facts = self.facts;
        let others = self.updates.iter();
        let mut others = others.filter(|(first, _)| !are_alike(facts, *first, id));
        let mut calls = self.calls.iter();
        let clobbers = facts.clobbers;
        calls.any(|call| !self.is_call_apart(*call, id))
            || others.any(|(_, places)| {
                let mut beside = places.beside(facts, id);
                beside.any(|other| !clobbers.apart_among_threads(other, id))
            })
    }

    /// Whether no address leads a call to the memory of an operation, neither its arguments nor what lies where they lead.
    fn is_call_apart(&self, call: InstId, id: InstId) -> bool {
        let memory = self.facts.memory;
        let handed = self.facts.body.insts[call].operands.iter();
        let handed = handed.filter_map(|value| memory.place(*value));
        let fields = handed.flat_map(|place| memory.object(place.object).fields.iter());
        let targets = fields.filter_map(|field| memory.fields[field.0].target);
        let behind = memory.all_reachable(targets);
        let own = memory.place(self.facts.body.insts[id].operands[0]);
        let is_beyond = own.is_some_and(|place| !behind.contains(&place.object));
        let clobbers = self.facts.clobbers;
        is_beyond && clobbers.call_apart_among_threads(call, id)
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

    /// Whether an instruction may run behind an operation of any thread: the way from one barrier of the block to the other is not asked for, since threads may come to one
    /// by several ways.
    fn may_follow(&self, other: InstId, id: InstId) -> bool {
        let meets = |at: &InstId| self.follows(*at, other);
        self.follows(id, other)
            || self.meetings.iter().any(|at| self.follows(id, *at))
                && self.meetings.iter().any(meets)
    }

    /// Whether one of the readers may read the memory of an operation, and its reverse may add to the adjoint there.
    fn reads(&self, other: InstId, id: InstId) -> bool {
        let facts = self.facts;
        let is_call_apart = || match facts.body.insts[other].op {
            Op::Call(_) => self.is_call_apart(other, id),
            // Any other: it has no arguments.
            _ => false,
        };
        let apart_by_type = || {
            let answer = facts.clobbers.of(facts.body, other).answer(id);
            answer == Clobber::ApartByType && !facts.memory.meet(other, id)
        };
        let is_apart = || facts.clobbers.apart_among_threads(other, id);
        !is_call_apart() && !is_apart() && !apart_by_type()
    }
}

/// Whether an instruction is an atomic operation on memory that has a shadow.
fn is_update(facts: Facts<'_>, inst: &Inst) -> bool {
    matches!(inst.op, Op::AtomicRmw(_) | Op::CmpXchg) && facts.shadowed(inst.operands[0])
}

/// Whether two atomic operations do the same to numbers of the same type.
fn are_alike(facts: Facts<'_>, one: InstId, other: InstId) -> bool {
    let [one, other] = [one, other].map(|id| &facts.body.insts[id]);
    let moves = |inst: &Inst| facts.body.values[inst.operands[1]].ty;
    one.op == other.op && moves(one) == moves(other)
}

/// Whether an instruction may read numbers that have an adjoint.
fn has_adjoint(facts: Facts<'_>, inst: &Inst) -> bool {
    let active = |value| facts.activities.active(value);
    match inst.op {
        Op::Load { .. } => inst.result.is_some_and(active),
        Op::AtomicRmw(_) | Op::CmpXchg => false,
        // Any other: a copy, or a call that may read what its arguments lead to.
        _ => inst.effects.reads && inst.operands.iter().any(|value| facts.shadowed(*value)),
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
