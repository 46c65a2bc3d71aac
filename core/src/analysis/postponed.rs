//! Stores at the end of a function that can wait until its reverse pass is over.
//!
//! A function that leaves its result behind a pointer stores it once, last. For all that is known of the
//! pointer, the store may change whatever was read before, in every loop, and all of that would have to be kept. The
//! combined derivative can make the store when nothing is read again.
//!
//! That is legal for a store that runs exactly once, of numbers or integers (pointers are mirrored on the shadows
//! where they are stored), into memory that the function did not obtain itself (such memory may end in the reverse
//! pass), if nothing from there to the return can tell: no access that may meet it but other stores that wait, which
//! keep their order, and no call that does more than compute. Callers of a split derivative look at memory between
//! its halves, so there all stores stay: who asks must know.
//!
//! Owns: [`stores`]. Must not: decide what is kept.

use super::callee;
use super::memory::{Memory, ObjectId, Origins};
use super::ownership;
use crate::view::entity::Map;
use crate::view::{BlockId, Body, InstId, Op, Shape};
use enzyme_rules::{ArgMask, Registry};
use indexmap::IndexSet;

/// The stores that can wait, in program order.
pub(crate) fn stores(body: &Body, memory: &Memory, registry: &Registry) -> IndexSet<InstId> {
    let mut tail = Tail {
        body,
        memory,
        registry,
        seen: Map::filled(body.blocks.len(), false),
        own: IndexSet::new(),
        waiting: Vec::new(),
    };
    tail.walk();
    tail.waiting.into_iter().rev().collect()
}

/// What runs from some place to the return, as far as it has been looked at.
struct Tail<'a> {
    body: &'a Body,
    memory: &'a Memory,
    registry: &'a Registry,
    seen: Map<BlockId, bool>,
    /// Objects of this function alone that it accesses.
    own: IndexSet<ObjectId>,
    /// Stores that can wait, last first.
    waiting: Vec<InstId>,
}

impl Tail<'_> {
    /// From the return up through the blocks that always run, as long as stores may be moved past what follows.
    fn walk(&mut self) {
        let mut next = self.body.exit;
        while let Some(block) = next {
            let once = self.body.blocks[block].inner.is_none();
            if !once || !self.passes_below(block) || !self.passes(block) {
                return;
            }
            next = self.body.blocks[block].idom;
        }
    }

    /// Whether what can run behind a block leaves stores alone.
    fn passes_below(&mut self, block: BlockId) -> bool {
        let mut work = self.body.blocks[block].succs.clone();
        self.seen[block] = true;
        while let Some(below) = work.pop() {
            if std::mem::replace(&mut self.seen[below], true) {
                continue;
            }
            let insts = &self.body.blocks[below].insts;
            if !insts.iter().all(|id| self.is_harmless(*id)) {
                return false;
            }
            work.extend(self.body.blocks[below].succs.iter().copied());
        }
        true
    }

    /// Takes the stores of a block that can wait, last first, up to what must not follow one.
    fn passes(&mut self, block: BlockId) -> bool {
        let insts = &self.body.blocks[block].insts;
        insts.iter().rev().all(|id| {
            let waits = self.can_wait(*id);
            self.waiting.extend(waits.then_some(*id));
            waits || self.is_harmless(*id)
        })
    }

    fn can_wait(&self, id: InstId) -> bool {
        let inst = &self.body.insts[id];
        if inst.op != (Op::Store { ordered: false }) {
            return false;
        }
        let Some(place) = self.memory.place(inst.operands[1]) else {
            return false;
        };
        let types = &self.body.types;
        let ty = self.body.values[inst.operands[0]].ty;
        let plain = types.float_lanes(ty).is_some() || matches!(types.shape(ty), Shape::Int(_));
        if !plain || self.memory.place(inst.operands[0]).is_some() {
            return false;
        }
        let origins = &self.memory.object(place.object).origins;
        let apart = self.own.is_empty() || !origins.unmade() && !self.own.contains(&place.object);
        is_given(origins) && apart
    }

    /// Whether a store may be moved past an instruction, if it does not go to `own` memory.
    fn is_harmless(&mut self, id: InstId) -> bool {
        let inst = &self.body.insts[id];
        let pointer = match inst.op {
            Op::Load { ordered: false, .. } => inst.operands[0],
            Op::Store { ordered: false } => inst.operands[1],
            // Any other: no store is moved past it unless it is known to compute and no more.
            _ => return self.only_computes(id),
        };
        let place = self.memory.place(pointer);
        let own = place.filter(|place| self.memory.is_private(*place));
        self.own.extend(own.map(|place| place.object));
        own.is_some()
    }

    fn only_computes(&self, id: InstId) -> bool {
        let inst = &self.body.insts[id];
        if let Some(kind) = callee::known(inst, self.registry) {
            let effects = kind.effects();
            let pure = !effects.state && effects.writes == ArgMask::NONE;
            let unseen = pure && effects.reads == ArgMask::NONE;
            return unseen || ownership::is_deferred(self.body, self.memory, self.registry, id);
        }
        let flows = matches!(
            inst.op,
            Op::Phi(_) | Op::Freeze | Op::Br | Op::Switch | Op::Ret
        );
        inst.op.is_computation() || flows
    }
}

/// Memory that was there before the function was called.
fn is_given(origins: &Origins) -> bool {
    !origins.stack && !origins.heap && !origins.constant && !origins.unknown && !origins.computed
}
