//! Which loads read the same value again in the reverse pass.
//!
//! A load may be repeated there if nothing that can run after it, in this function or (for a split
//! derivative) in its callers before the reverse call, may write what it read. Frees of
//! memory that lives and dies in the function do not count: they are deferred until the reverse
//! pass is done with it. What LLVM's alias analysis cannot tell apart, the memory graph may: memory that
//! only this function and what it calls can reach is not what a pointer of other origin leads to. Stores that
//! wait for the end of the reverse pass (`postponed`) overwrite nothing before.
//!
//! Functions of the C library that only compute set `errno`, and `lgamma` sets `signgam`. LLVM does not know
//! where these are, or that nothing else is written. They are `int`s: no number is read from them, and nothing larger.
//!
//! Owns: [`Overwritten`]. Must not: decide between keeping and recomputing.

use super::callee::{self, Functions, Target};
use super::memory::{Memory, ObjectId, Origins, Place};
use super::{ownership, postponed};
use crate::request::{Mode, Request};
use crate::view::entity::Map;
use crate::view::{BlockId, Body, Clobbers, Inst, InstId, Op, ValueId};
use enzyme_rules::{ArgMask, CalleeKind, Registry};
use indexmap::IndexSet;

/// Loads that must not be repeated.
#[derive(Clone, Debug)]
pub(crate) struct Overwritten {
    by: Map<InstId, Option<InstId>>,
    outside: Map<InstId, bool>,
    postponed: IndexSet<InstId>,
}

impl Overwritten {
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

/// Runs the analysis.
pub(crate) fn analyze(
    body: &Body,
    memory: &Memory,
    clobbers: &Clobbers,
    (registry, quiet): (&Registry, &Functions),
    request: &Request,
) -> Overwritten {
    let after = Reachable::new(body);
    let apart = Apart::new(body, memory, registry);
    let mut result = Overwritten {
        by: Map::filled(body.insts.len(), None),
        outside: Map::filled(body.insts.len(), false),
        postponed: match request.mode {
            Mode::Gradient => postponed::stores(body, memory, registry),
            Mode::Forward | Mode::Augmented | Mode::Reverse => IndexSet::new(),
        },
    };
    let insts = body.insts.values();
    let only_ints: Map<InstId, bool> = insts.map(|inst| sets_ints(inst, registry)).collect();
    for (id, inst) in body.insts.iter() {
        let is_int = !holds_no_int(body, inst);
        let retyping = clobbers.retyping(id).iter();
        let retyping = retyping.filter(|writer| memory.meet(id, **writer));
        let hit = clobbers
            .of(id)
            .iter()
            .chain(retyping)
            .copied()
            .find(|writer| {
                !quiet.is_call(&body.insts[*writer], registry)
                    && !result.postponed.contains(writer)
                    && (is_int || !only_ints[*writer])
                    && !apart.are(inst, &body.insts[*writer])
                    && !ownership::is_deferred(body, memory, registry, *writer)
                    && after.may_follow(body, id, *writer)
            });
        result.by[id] = hit;
        if let Some((pointer, ordered)) = read_pointer(inst, registry) {
            // Data behind pointers that were loaded, merged or given may be the caller's.
            let outlives = memory
                .place(pointer)
                .is_none_or(|place| !memory.is_private(place) && !only_constant(memory, place));
            result.outside[id] = ordered || (request.overwritten && outlives);
        }
    }
    result
}

/// The address that a load, masked or not, reads from, and whether it is volatile or atomic.
fn read_pointer(inst: &Inst, registry: &Registry) -> Option<(ValueId, bool)> {
    match (&inst.op, callee::known(inst, registry)) {
        (Op::Load { ordered }, _) => Some((inst.operands[0], *ordered)),
        (_, Some(CalleeKind::Masked(access))) if !access.stores => {
            Some((inst.operands[usize::from(access.pointer)], false))
        }
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

/// Whether a call writes nothing but the C library's `int`s.
fn sets_ints(inst: &Inst, registry: &Registry) -> bool {
    callee::known(inst, registry).is_some_and(|kind| {
        let effects = kind.effects();
        !effects.state && effects.writes == ArgMask::NONE
    })
}

/// Whether a place can only be read-only data.
fn only_constant(memory: &Memory, place: Place) -> bool {
    let origins = &memory.object(place.object).origins;
    *origins
        == Origins {
            constant: true,
            exposed: origins.exposed,
            ..Origins::default()
        }
}

/// Reads and writes that the memory graph tells apart.
struct Apart<'a> {
    memory: &'a Memory,
    registry: &'a Registry,
    /// Objects that mirrored calls, here or below, may fill: at once or when they are waited for.
    filled: IndexSet<ObjectId>,
}

impl<'a> Apart<'a> {
    fn new(body: &Body, memory: &'a Memory, registry: &'a Registry) -> Self {
        let fills = |inst: &&Inst| {
            is_mirrored(inst, registry)
                || matches!(callee::target(inst, registry), Some(Target::Defined(_)))
        };
        let calls = body.insts.values().filter(fills);
        let operands = calls.flat_map(|inst| inst.operands.iter());
        let places = operands.filter_map(|value| memory.place(*value));
        let filled = places.flat_map(|place| memory.reachable(place.object));
        Self {
            memory,
            registry,
            filled: filled.collect(),
        }
    }

    fn are(&self, read: &Inst, write: &Inst) -> bool {
        let Op::Load { .. } = read.op else {
            return false;
        };
        let private = self.memory.place(read.operands[0]);
        let private = private.filter(|place| self.memory.is_private(*place));
        let Some(read) = private.map(|place| place.object) else {
            return false;
        };
        match write.op {
            Op::Store { .. } => self
                .memory
                .place(write.operands[1])
                .is_some_and(|place| place.object != read && self.is_known(place)),
            _ => is_mirrored(write, self.registry) && !self.filled.contains(&read),
        }
    }

    /// Whether it is known where a pointer comes from, all of it.
    fn is_known(&self, place: Place) -> bool {
        let origins = &self.memory.object(place.object).origins;
        !origins.unknown && !origins.unmade()
    }
}

fn is_mirrored(inst: &Inst, registry: &Registry) -> bool {
    matches!(callee::known(inst, registry), Some(CalleeKind::Mirrored(_)))
}

/// Which blocks can run after which.
struct Reachable {
    from: Map<BlockId, Vec<bool>>,
}

impl Reachable {
    fn new(body: &Body) -> Self {
        let reach = |start: BlockId| {
            let mut seen = vec![false; body.blocks.len()];
            let mut work = body.blocks[start].succs.clone();
            while let Some(block) = work.pop() {
                let index = crate::view::entity::Entity::index(block);
                if !std::mem::replace(&mut seen[index], true) {
                    work.extend(body.blocks[block].succs.iter().copied());
                }
            }
            seen
        };
        Self {
            from: body.blocks.keys().map(reach).collect(),
        }
    }

    /// Whether `later` may execute after `earlier`.
    fn may_follow(&self, body: &Body, earlier: InstId, later: InstId) -> bool {
        let (a, b) = (body.insts[earlier].block, body.insts[later].block);
        (a == b && later > earlier) || self.from[a][crate::view::entity::Entity::index(b)]
    }
}
