//! What planning reads: the function, what the analyses found, and what is asked for.
//!
//! Owns: [`Facts`], and questions that several analyses answer together. Must not: decide.

use super::restored::Restored;
use crate::analysis::activity::Activities;
use crate::analysis::callee;
use crate::analysis::exclusive::Exclusive;
use crate::analysis::functions::Functions;
use crate::analysis::memory::{Memory, ObjectId, Place, Scalar};
use crate::analysis::overwritten::{Overwritten, keeps_to_itself, sets_ints};
use crate::analysis::repeatable::Repeatable;
use crate::analysis::restorable::Restorable;
use crate::analysis::workers::Workers;
use crate::request::Request;
use crate::view::ints;
use crate::view::paths::Moved;
use crate::view::{BlockId, Body, Clobber, Clobbers, Inst, InstId, LoopId, Op, ValueId, ValueKind};
use enzyme_rules::{FloatKind, Registry};
use indexmap::{IndexMap, IndexSet};

/// Facts that planning reads.
#[derive(Clone, Copy)]
pub(crate) struct Facts<'a> {
    pub(crate) body: &'a Body,
    pub(crate) memory: &'a Memory,
    /// The same with all callers' contexts merged: asked for types only, where `memory` has none.
    pub(crate) closed_world: &'a Memory,
    pub(crate) activities: &'a Activities,
    pub(crate) overwritten: &'a Overwritten<'a>,
    pub(crate) clobbers: &'a Clobbers,
    /// How loops move the addresses of loads whose memory is overwritten, or that workers remember.
    pub(crate) paths: &'a IndexMap<InstId, Moved>,
    /// Functions that leave no trace but their result.
    pub(crate) effect_free: &'a Functions,
    /// Functions that may be run again from a state of memory.
    pub(crate) repeatable: &'a Repeatable,
    /// Functions that may let workers of a team wait, in an order that nobody knows.
    pub(crate) unordered: &'a Functions,
    /// What the differentiated code reads of integers that functions of the C library set besides, and how it comes by `errno`.
    pub(crate) ints: &'a ints::Read,
    /// Functions that may change memory by atomic operations.
    pub(crate) updating: &'a Functions,
    /// Functions that make mirrored calls.
    pub(crate) mirrored: &'a Functions,
    /// Functions that may complete calls which fill memory.
    pub(crate) filling: &'a Functions,
    /// What could be given back that functions overwrite.
    pub(crate) restorable: &'a Restorable,
    /// What reverse halves of calls give back.
    pub(crate) restored: &'a Restored,
    pub(crate) registry: &'a Registry,
    pub(crate) request: &'a Request,
    /// In a function that a team runs: where its workers meet, and what is each one's own.
    pub(crate) team: Option<(&'a Workers<'a>, &'a Exclusive)>,
}

impl Facts<'_> {
    /// The floating numbers that an integer value of `bits` carries: kind and how many.
    pub(crate) fn carried(&self, value: ValueId, bits: u32) -> Option<(FloatKind, u32)> {
        let unknown = self.memory.bits(value) == Scalar::Unknown;
        let in_closed_world = || self.closed_world.carried(value, bits).filter(|_| unknown);
        self.memory.carried(value, bits).or_else(in_closed_world)
    }

    /// Whether an instruction finds the calling thread's copy of a variable.
    pub(crate) fn finds_copy(&self, user: InstId, variable: ValueId) -> bool {
        let inst = &self.body.insts[user];
        let known = callee::known(inst, self.registry);
        let of = known.and_then(|kind| kind.copied());
        of.is_some_and(|(at, _)| inst.operands[usize::from(at)] == variable)
    }

    /// Whether a loop may write what a load in it reads.
    pub(crate) fn is_written_in(&self, load: InstId, l: LoopId) -> bool {
        self.any_writer_in(load, l, |_| true)
    }

    /// Whether some instruction of a loop that may write what a load in it reads is as asked.
    pub(crate) fn any_writer_in(
        &self,
        load: InstId,
        l: LoopId,
        mut is_asked: impl FnMut(InstId) -> bool,
    ) -> bool {
        let row = self.clobbers.of(self.body, load);
        let inside = |write: &InstId| self.body.holds(l, self.body.insts[*write].block);
        // Nobody reads the integers that functions of the C library set besides.
        let sets_more =
            |write: &InstId| self.ints.any() || !sets_ints(&self.body.insts[*write], self.registry);
        let mut candidates = row.candidates().filter(inside).filter(sets_more);
        let may_write = |write: InstId| match row.answer(write) {
            Clobber::MayWrite if keeps_to_itself(&self.body.insts[write], self.registry) => {
                self.memory.meet(load, write)
            }
            Clobber::MayWrite => true,
            // One compiler's tags tell the arguments of a function apart, which may change places from call to call.
            Clobber::ApartByType => self.memory.meet(load, write),
            Clobber::Apart => false,
        };
        candidates.any(|write| may_write(write) && is_asked(write))
    }

    /// Whether memory is known to no caller, and to no other worker.
    pub(crate) fn is_own(&self, place: Place) -> bool {
        match self.team {
            Some((workers, _)) => workers.is_own(place),
            None => self.memory.is_private(place),
        }
    }

    /// The same of an object.
    pub(crate) fn is_own_object(&self, object: ObjectId) -> bool {
        match self.team {
            Some((workers, _)) => workers.is_own_object(object),
            None => self.memory.is_private_object(object),
        }
    }

    /// Whether workers of a team may meet in one of the blocks for which that is asked.
    pub(crate) fn workers_meet_in(&self, is_asked: impl Fn(BlockId) -> bool) -> bool {
        self.team
            .is_some_and(|(workers, _)| workers.may_meet_in(is_asked))
    }

    /// Whether a pointer value's object has a shadow.
    pub(crate) fn shadowed(&self, pointer: ValueId) -> bool {
        let place = self.memory.place(pointer);
        place.is_some_and(|place| self.activities.shadowed(place.object))
            || self.moves_address(pointer)
    }

    /// Whether an integer, or one byte of one, is moved that is an address, but only callers know to what memory: its shadow is
    /// what lies in the shadow of the memory that it comes from.
    pub(crate) fn moves_address(&self, value: ValueId) -> bool {
        self.comes_as_address(value) == Some(true)
    }

    /// Whether such an integer comes from memory alone, `Some(false)` if from elsewhere, too; `None` if it is not one.
    pub(crate) fn comes_as_address(&self, value: ValueId) -> Option<bool> {
        let body = self.body;
        let is_address = |memory: &Memory| memory.bits(value) == Scalar::Pointer;
        let leads = is_address(self.memory) && self.memory.place(value).is_some();
        let address = is_address(self.memory) || is_address(self.closed_world);
        if leads || !address || !body.types.is_integer(body.values[value].ty) {
            return None;
        }
        let mut loads = 0;
        let mut others = 0;
        let mut seen = IndexSet::from([value]);
        let mut next = 0;
        while let Some(value) = seen.get_index(next).copied() {
            next += 1;
            match body.def(value).map(|id| &body.insts[id]) {
                Some(inst) if matches!(inst.op, Op::Load { .. }) => loads += 1,
                Some(inst) if matches!(inst.op, Op::Phi(_) | Op::Select | Op::Freeze) => {
                    seen.extend(inst.passed_on());
                }
                None if matches!(body.values[value].kind, ValueKind::ConstInt(_)) => {}
                _ => others += 1,
            }
        }
        (loads > 0).then_some(others == 0)
    }
}

/// Whether a call of something unknown touches active data.
pub(super) fn opaque_call(facts: Facts<'_>, inst: &Inst) -> Option<ValueId> {
    let touches = |v: &&ValueId| {
        (facts.activities.varied(**v) && inst.effects.writes)
            || facts.activities.active(**v)
            || facts.shadowed(**v)
    };
    inst.operands.iter().find(touches).copied().or_else(|| {
        inst.result
            .filter(|r| facts.activities.active(*r) || facts.shadowed(*r))
    })
}
