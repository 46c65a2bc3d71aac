//! Adjoints that travel from iteration to iteration of a reversed loop.
//!
//! Owns: the pending sums of each [`crate::plan::carry::Carry`]. Must not: choose them.

use super::add::Place;
use super::guard::Shadow;
use super::lookup::Reverse;
use crate::plan::accumulate::addition;
use crate::plan::carry::Carry;
use crate::view::{InstId, LoopId, ValueId};
use enzyme_llvm_shim::ir::{Opcode, Value};

impl<'a> Reverse<'a, '_> {
    /// Zeroed variables for what is pending at each place.
    pub(crate) fn make_carries(&mut self) {
        for _ in self.frame.directions() {
            let mut pending = Vec::new();
            for carry in &self.plan.carries {
                let ty = self.frame.source.handles.ty(carry.ty);
                let places = (0..=carry.span).map(|_| self.frame.slot(ty, "pending"));
                pending.push(places.collect());
            }
            self.pending.push(pending);
        }
    }

    /// A load's adjoint joins what is pending for its element.
    pub(crate) fn carried(&mut self, id: InstId, carry: usize, place: usize) {
        let result = self.result(id);
        let adjoint = self.take(result);
        let variable = self.places(carry)[place];
        self.add_at(variable, adjoint);
    }

    /// What is pending of a carry in the present direction.
    fn places(&self, carry: usize) -> &[Value] {
        &self.pending[self.frame.shadows.now()][carry]
    }

    fn carries_of(&self, l: LoopId) -> impl Iterator<Item = (usize, &'a Carry)> + use<'a> {
        let all = self.plan.carries.iter().enumerate();
        all.filter(move |(_, carry)| carry.within == l)
    }

    /// At the end of a reversed iteration the foremost element has all its contributions: they go to
    /// its shadow. Not earlier: what the iteration before adds comes at its end, too, and stores that
    /// wait for it keep LLVM from vectorising the loop.
    pub(crate) fn move_carries(&mut self, l: LoopId) {
        self.each(|this| this.move_carries_on(l));
    }

    fn move_carries_on(&mut self, l: LoopId) {
        for (index, carry) in self.carries_of(l) {
            let shadow = self.front(carry);
            let places = self.places(index).to_vec();
            let sum = self.drain(carry, places[carry.span]);
            self.settle(carry, shadow, sum, Place::Within);
            for pair in places.windows(2).rev() {
                let waiting = self.drain(carry, pair[0]);
                self.frame.build.store(waiting, pair[1]);
            }
        }
    }

    /// Behind the first iteration, the last to be reversed: what is still pending.
    pub(crate) fn close_carries(&mut self, l: LoopId) {
        self.each(|this| this.close_carries_of(l));
    }

    fn close_carries_of(&mut self, l: LoopId) {
        for (index, carry) in self.carries_of(l) {
            let front = self.front(carry);
            for place in 1..=carry.span {
                let sum = self.drain(carry, self.places(index)[place]);
                let behind = (carry.span + 1 - place) as i64;
                let bytes = self.frame.context().i64(-behind * carry.step);
                let at = self.frame.build.ptradd(front.at, bytes, "");
                let shadow = Shadow { at, ..front };
                self.settle(carry, shadow, sum, Place::Behind);
            }
        }
    }

    fn front(&mut self, carry: &Carry) -> Shadow {
        self.shadow_behind(self.front_pointer(carry))
    }

    fn front_pointer(&self, carry: &Carry) -> ValueId {
        self.frame.source.facts.body.insts[carry.front].operands[0]
    }

    /// Reads and clears a variable.
    fn drain(&mut self, carry: &Carry, variable: Value) -> Value {
        let ty = self.frame.source.handles.ty(carry.ty);
        let value = self.frame.build.load(ty, variable, "");
        self.frame.build.store(ty.zero(), variable);
        value
    }

    /// Adds to an element of the shadow, accessed like the primal's.
    fn settle(&mut self, carry: &Carry, shadow: Shadow, sum: Value, at: Place) {
        // Other elements are aligned as the step allows.
        let step = 1 << carry.step.trailing_zeros().min(6);
        let front = (carry.front, self.front_pointer(carry));
        let way = addition(self.frame.source.facts, front.0, front.1);
        let place = shadow.sum(self.frame, way, sum.ty());
        for access in self.add_from(at, front, place, sum) {
            self.tag(access, carry.front);
            if access.opcode() != Opcode::LLVMCall {
                access.set_memory_alignment(access.memory_alignment().min(step));
            }
        }
    }
}
