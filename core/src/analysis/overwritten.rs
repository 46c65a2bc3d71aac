//! Which loads read the same value again in the reverse pass.
//!
//! A load may be repeated there if nothing that can run after it, in this function or (for a split
//! derivative) in its callers before the reverse call, may write what it read. Frees of
//! memory that lives and dies in the function do not count: they are deferred until the reverse
//! pass is done with it. What LLVM's alias analysis cannot tell apart, the memory graph may: memory that
//! only this function and what it calls can reach is not what a pointer of other origin leads to. Memory
//! that an iteration obtains is not that of the iteration before (see `renewed`). Stores that wait for the end of the
//! reverse pass (`postponed`) overwrite nothing before. In a function that the workers of a team run, other workers write, too (`workers`).
//!
//! Functions of the C library that only compute set `errno`, and `lgamma` sets `signgam`. LLVM does not know
//! where these are, or that nothing else is written. They are `int`s: no number is read from them, and nothing larger; and nothing at all is, if no
//! code below the hooks asks where they are (`view/ints.rs`).
//!
//! What callers do between the two halves of a split call is a fact about the request (`Request::overwritten`): if it is set, loads from memory that
//! outlives the call are not repeated. It is part of the key by which generated functions are shared.
//!
//! Owns: [`Writers`], [`Overwritten`]. Must not: decide between keeping and recomputing.

use super::callee;
use super::functions::Functions;
use super::memory::{Memory, ObjectId, Origins, Place};
use super::ownership;
use super::postponed;
use super::renewed::Renewed;
use super::workers::Workers;
use crate::request::{Mode, Request, Same};
use crate::view::entity::Map;
use crate::view::ints;
use crate::view::{Access, Body, Clobber, Clobbers, Inst, InstId, Op, TyId, ValueId};
use enzyme_rules::{ArgMask, CalleeKind, Meeting, Registry};
use indexmap::{IndexMap, IndexSet};
use std::cell::RefCell;

/// For each load the instruction that may overwrite what it read, in this function; the same for all requests with the same
/// stores that wait.
pub(crate) type Writers = Map<InstId, Option<InstId>>;

/// Loads that must not be repeated.
#[derive(Clone, Debug)]
pub(crate) struct Overwritten<'a> {
    by: &'a Writers,
    outside: Map<InstId, bool>,
    postponed: IndexSet<InstId>,
}

impl Overwritten<'_> {
    /// Whether a load (or a call's reads) may not be repeated in the reverse pass.
    pub(crate) fn is(&self, load: InstId) -> bool {
        self.by[load].is_some() || self.outside[load]
    }

    /// Stores that run when the reverse pass is over, in program order.
    pub(crate) fn postponed(&self) -> &IndexSet<InstId> {
        &self.postponed
    }

    /// The instruction that may overwrite what a load read.
    pub(crate) fn by(&self, load: InstId) -> Option<InstId> {
        self.by[load]
    }
}

/// Stores that a derivative of this mode makes when its reverse pass is over.
pub(crate) fn waiting(
    body: &Body,
    memory: &Memory,
    registry: &Registry,
    mode: Mode,
) -> IndexSet<InstId> {
    match mode {
        Mode::Gradient => postponed::stores(body, memory, registry),
        Mode::Forward | Mode::Augmented | Mode::Reverse => IndexSet::new(),
    }
}

/// Finds for each instruction that reads one that may overwrite what it read.
pub(crate) fn writers(
    body: &Body,
    memory: &Memory,
    clobbers: &Clobbers,
    (registry, effect_free, ints): (&Registry, &Functions, &ints::Read),
    waiting: &IndexSet<InstId>,
    workers: Option<&Workers<'_>>,
) -> Writers {
    let apart = Apart::new(body, memory, registry);
    let ignored: Map<InstId, bool> = body
        .insts
        .iter()
        .map(|(id, inst)| {
            effect_free.is_call(inst, registry)
                || waiting.contains(&id)
                || ownership::is_deferred(body, memory, registry, id)
        })
        .collect();
    let insts = body.insts.values();
    let keeps_to_itself: Map<InstId, bool> = body
        .insts
        .values()
        .map(|inst| keeps_to_itself(inst, registry))
        .collect();
    let only_ints: Map<InstId, bool> = insts.map(|inst| sets_ints(inst, registry)).collect();
    let met = Met::new(body, memory);
    let renewed = RefCell::new(Renewed::new(body, memory, registry));
    let hit = |(id, inst): (InstId, &Inst)| {
        if !reads(inst) {
            return None;
        }
        let row = clobbers.of(body, id);
        let read = read_pointer(inst, registry);
        let is_renewed = |writer: InstId| {
            let pointer = read.filter(|_| !is_mirrored(&body.insts[writer], registry));
            pointer.is_some_and(|(pointer, _)| renewed.borrow_mut().apart(id, pointer, writer))
        };
        let seen = effect_free.is_call(inst, registry) && memory.reads_no_int(id, INT_BYTES);
        let is_int = ints.any() && !seen && !holds_no_int(body, inst);
        let counts = |writer: &InstId| {
            !ignored[*writer] && (is_int || !only_ints[*writer]) && !apart.are(inst, *writer)
        };
        let hits = |writer: &InstId| match row.answer(*writer) {
            Clobber::MayWrite if keeps_to_itself[*writer] => memory.meet(id, *writer),
            Clobber::MayWrite => true,
            Clobber::ApartByType => memory.meet(id, *writer),
            Clobber::Apart => false,
        };
        let mut hit = row.candidates().filter(counts).filter(hits);
        let kept = hit.find(|writer| !is_renewed(*writer));
        let retyped = || {
            let met = met.of(id).filter(|writer| row.is_retyping(*writer));
            met.filter(counts)
                .filter(|writer| row.answer(*writer) != Clobber::Apart)
                .find(|writer| !is_renewed(*writer))
        };
        let by_others = || {
            let own = |pointer: Option<(ValueId, bool)>| {
                let place = pointer.and_then(|(pointer, _)| memory.place(pointer));
                place.is_some_and(|place| workers.is_some_and(|workers| workers.is_own(place)))
            };
            let workers = workers.filter(|_| !own(read))?;
            let writes = row.all_writes().chain(met.of(id));
            let shared = |writer: &InstId| !own(store_pointer(&body.insts[*writer]));
            let reaches = |w: &InstId| !keeps_to_itself[*w] || memory.meet(id, *w);
            let mut writes = writes.filter(counts).filter(shared).filter(reaches);
            writes.find(|writer| workers.may_write_behind(id, *writer))
        };
        kept.or_else(retyped).or_else(by_others)
    };
    body.insts.iter().map(hit).collect()
}

/// The address that a store writes to, and whether it is volatile or atomic.
fn store_pointer(inst: &Inst) -> Option<(ValueId, bool)> {
    match inst.op {
        Op::Store { ordered } => Some((inst.operands[1], ordered)),
        // Any other: it may write anywhere.
        _ => None,
    }
}

/// Stores by what they write, for loads to meet them whatever their types: object; offset and type of the value.
struct Met<'a> {
    memory: &'a Memory,
    stores: IndexMap<ObjectId, IndexMap<(i64, TyId), Vec<InstId>>>,
}

impl<'a> Met<'a> {
    fn new(body: &Body, memory: &'a Memory) -> Self {
        let mut stores: IndexMap<_, IndexMap<_, Vec<InstId>>> = IndexMap::new();
        let plain = body.insts.iter();
        for (id, inst) in plain.filter(|(_, i)| matches!(i.op, Op::Store { .. })) {
            if let Some(place) = memory.place(inst.operands[1]) {
                let alike = (place.offset, body.values[inst.operands[0]].ty);
                let there = stores.entry(place.object).or_default();
                there.entry(alike).or_default().push(id);
            }
        }
        Self { memory, stores }
    }

    /// Stores that may write, whatever their sort, what an instruction reads.
    fn of(&self, read: InstId) -> impl Iterator<Item = InstId> + '_ {
        let objects: IndexSet<ObjectId> = self.memory.objects_read(read).into_iter().collect();
        let there = objects
            .into_iter()
            .filter_map(|object| self.stores.get(&object));
        let alike = there.flat_map(IndexMap::values);
        let met = alike.filter(move |stores| self.memory.meet(read, stores[0]));
        met.flatten().copied()
    }
}

/// Instructions whose reads are asked about.
fn reads(inst: &Inst) -> bool {
    // What others read is never read again in the reverse pass.
    match inst.op.access() {
        Access::Read => true,
        Access::Call => inst.effects.reads,
        Access::None | Access::Write | Access::Exchange | Access::Order | Access::Unknown => false,
    }
}

/// Adds what callers may overwrite.
pub(crate) fn analyze<'a>(
    body: &Body,
    memory: &Memory,
    (by, postponed): (&'a Writers, IndexSet<InstId>),
    registry: &Registry,
    request: &Request,
) -> Overwritten<'a> {
    let outside = |inst: &Inst| {
        read_pointer(inst, registry).is_some_and(|(pointer, ordered)| {
            // Data behind pointers that were loaded, merged or given may be the caller's.
            let place = memory.place(pointer);
            ordered
                || place.map_or(request.overwritten, |p| {
                    changes_outside(memory, p.object, request)
                })
        })
    };
    Overwritten {
        by,
        postponed,
        outside: body.insts.values().map(outside).collect(),
    }
}

/// Whether the callers of a half may overwrite an object before they call the other.
pub(crate) fn changes_outside(memory: &Memory, object: ObjectId, request: &Request) -> bool {
    request.overwritten
        && !memory.is_private_object(object)
        && !only_constant(memory, object)
        && !stays(memory, object, &request.same)
}

/// Whether an object is the caller's, who leaves it as it is between the halves.
pub(crate) fn stays_outside(memory: &Memory, object: ObjectId, request: &Request) -> bool {
    let is_given = || is_given(memory, object) && !changes_outside(memory, object, request);
    only_constant(memory, object) || is_given()
}

/// The address that a load, masked or not, reads from, and whether it is volatile or atomic.
fn read_pointer(inst: &Inst, registry: &Registry) -> Option<(ValueId, bool)> {
    match (&inst.op, callee::known(inst, registry)) {
        (Op::Load { ordered, .. }, _) => Some((inst.operands[0], *ordered)),
        (_, Some(CalleeKind::Masked(access))) if !access.stores => {
            Some((inst.operands[usize::from(access.pointer)], false))
        }
        // Any other: it is not read again in the reverse pass.
        _ => None,
    }
}

/// Whether what a load reads is no `int`: a number, or larger.
fn holds_no_int(body: &Body, inst: &Inst) -> bool {
    let loaded = inst.result.filter(|_| matches!(inst.op, Op::Load { .. }));
    loaded.is_some_and(|value| {
        let ty = body.values[value].ty;
        body.types.float_lanes(ty).is_some() || body.types.get(ty).store_size > INT_BYTES
    })
}

/// Bytes of `errno` and `signgam`.
pub(crate) const INT_BYTES: u64 = 4;

/// Whether a call writes to no memory of the program's but what it is given for that, which LLVM does not know. What workers of a team do where
/// they meet is asked apart (`workers`).
pub(crate) fn keeps_to_itself(inst: &Inst, registry: &Registry) -> bool {
    match callee::known(inst, registry) {
        Some(CalleeKind::Mirrored(rule)) => match rule.meeting {
            Meeting::Barrier | Meeting::OneByOne => true,
            Meeting::None | Meeting::Messages => false,
        },
        Some(kind) => {
            let effects = kind.effects();
            effects.state && !effects.shared && !effects.errno
        }
        None => false,
    }
}

/// Whether a call writes nothing but the C library's `int`s.
pub(crate) fn sets_ints(inst: &Inst, registry: &Registry) -> bool {
    callee::known(inst, registry).is_some_and(|kind| {
        let effects = kind.effects();
        !effects.state && effects.writes == ArgMask::NONE
    })
}

/// Whether an object can only be read-only data.
fn only_constant(memory: &Memory, object: ObjectId) -> bool {
    let origins = &memory.object(object).origins;
    *origins
        == Origins {
            constant: true,
            escaped: origins.escaped,
            preset: origins.preset,
            ..Origins::default()
        }
}

/// Whether an object is memory of which the caller says that it leaves it as it is: parameters alone lead to it, at once or through other such memory.
fn stays(memory: &Memory, object: ObjectId, same: &Same) -> bool {
    let params = &memory.object(object).origins.params;
    let named = params.iter().all(|param| same.memory.contains(param));
    let is_pointed_to = !params.is_empty() && memory.holders(object).is_empty();
    is_given(memory, object) && is_pointed_to && named
        || !same.behind.is_empty() && stays_behind(memory, object, &same.behind)
}

/// Whether it is reached by way of such parameters alone.
fn stays_behind(memory: &Memory, object: ObjectId, behind: &[u32]) -> bool {
    let mut all = IndexSet::from([object]);
    let mut next = 0;
    while let Some(object) = all.get_index(next).copied() {
        next += 1;
        let params = &memory.object(object).origins.params;
        let holders = memory.holders(object);
        let named = params.iter().all(|param| behind.contains(param));
        let is_known = !params.is_empty() || !holders.is_empty();
        if !is_given(memory, object) || !named || !is_known {
            return false;
        }
        all.extend(holders);
    }
    true
}

/// Whether an object is nothing but what parameters, or pointers in memory, lead to.
pub(crate) fn is_given(memory: &Memory, object: ObjectId) -> bool {
    let origins = &memory.object(object).origins;
    *origins
        == Origins {
            params: origins.params.clone(),
            escaped: origins.escaped,
            packed: origins.packed,
            ..Origins::default()
        }
}

/// Reads and writes that the memory graph tells apart.
struct Apart<'a> {
    memory: &'a Memory,
    /// What each instruction writes, as far as that tells it from reads.
    written: Map<InstId, Written>,
    /// Objects that mirrored calls, here or below, may fill: at once or when they are waited for.
    filled: IndexSet<ObjectId>,
}

/// What an instruction writes.
#[derive(Clone, Copy, PartialEq)]
enum Written {
    /// This object, and it is known where the pointer comes from.
    Object(ObjectId),
    /// What mirrored calls fill.
    Filled,
    /// Anything.
    Anything,
}

impl<'a> Apart<'a> {
    fn new(body: &Body, memory: &'a Memory, registry: &Registry) -> Self {
        let fills = |inst: &&Inst| {
            is_mirrored(inst, registry) || callee::looked_into(inst, registry).is_some()
        };
        let calls = body.insts.values().filter(fills);
        let operands = calls.flat_map(|inst| inst.operands.iter());
        let places = operands.filter_map(|value| memory.place(*value));
        let written = body.insts.values();
        Self {
            memory,
            written: written
                .map(|inst| written_by(memory, registry, inst))
                .collect(),
            filled: memory.all_reachable(places.map(|place| place.object)),
        }
    }

    fn are(&self, read: &Inst, write: InstId) -> bool {
        if self.written[write] == Written::Anything || !matches!(read.op, Op::Load { .. }) {
            return false;
        }
        let place = self.memory.place(read.operands[0]);
        if let (Some(place), Written::Object(object)) = (place, self.written[write])
            && self.is_global_apart(place, object)
        {
            return true;
        }
        let private = place.filter(|place| self.memory.is_private(*place));
        let Some(read) = private.map(|place| place.object) else {
            return false;
        };
        match self.written[write] {
            Written::Object(object) => object != read,
            Written::Filled => !self.filled.contains(&read),
            Written::Anything => false,
        }
    }
}

impl Apart<'_> {
    /// Whether one of two objects is a global that is accessed by its name alone, and the other one is known not to be it.
    fn is_global_apart(&self, read: Place, written: ObjectId) -> bool {
        let named = |object: ObjectId| self.memory.object(object).origins.is_named_alone();
        let differs = read.object != written && is_known(self.memory, read);
        differs && (named(read.object) || named(written))
    }
}

fn written_by(memory: &Memory, registry: &Registry, inst: &Inst) -> Written {
    if is_mirrored(inst, registry) {
        return Written::Filled;
    }
    let store = inst.op.access() == Access::Write;
    let stored = store.then(|| memory.place(inst.operands[1])).flatten();
    match stored.filter(|place| is_known(memory, *place)) {
        Some(place) => Written::Object(place.object),
        None => Written::Anything,
    }
}

/// Whether it is known where a pointer comes from, all of it.
fn is_known(memory: &Memory, place: Place) -> bool {
    let origins = &memory.object(place.object).origins;
    !origins.unknown && !origins.computed && !origins.unmade()
}

fn is_mirrored(inst: &Inst, registry: &Registry) -> bool {
    matches!(callee::known(inst, registry), Some(CalleeKind::Mirrored(_)))
}
