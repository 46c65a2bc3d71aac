//! Derivatives of loads and stores under a mask.
//!
//! The mask of the primal is the mask of the derivative: what it leaves out is neither read nor written
//! there, and contributes exactly nothing.
//!
//! Owns: their emission in both modes. Must not: decide which contribute.

use super::frame::Frame;
use super::guard::unless;
use super::lookup::Reverse;
use super::reverse::accumulated;
use super::tangent::tangent;
use crate::plan::Item;
use crate::plan::accumulate::{Addition, addition};
use crate::view::{InstId, ValueId};
use enzyme_llvm_shim::ir::{IntPredicate, Value};
use enzyme_rules::MaskedAccess;

impl Reverse<'_, '_> {
    /// What was loaded is added to the shadow; what was stored gets the shadow's adjoint, which is consumed.
    pub(crate) fn masked(&mut self, id: InstId, access: MaskedAccess) {
        let operand = |this: &Self, position: u8| {
            this.frame.source.facts.body.insts[id].operands[usize::from(position)]
        };
        let [pointer, mask, value] =
            [access.pointer, access.mask, access.value].map(|p| operand(self, p));
        let behind = self.shadow_behind(pointer);
        let mask = self.lookup(Item::Primal(mask));
        let there = (behind.at, unless(self.frame, behind.is_primal, mask));
        let zero = self.frame.ty(value).zero();
        if access.stores {
            let adjoint = load(self.frame, id, there, zero);
            store(self.frame, id, there, zero);
            self.add(value, adjoint);
            return;
        }
        let adjoint = self.take(self.result(id));
        match addition(self.frame.source.facts, id, pointer) {
            Addition::Plain(_) => {
                let old = load(self.frame, id, there, zero);
                let sum = accumulated(self.frame.build.fadd(old, adjoint));
                store(self.frame, id, there, sum);
            }
            Addition::Atomic | Addition::Together | Addition::OfBlock | Addition::Checked => {
                self.add_atomically_under(pointer, there, adjoint);
            }
        }
        let rest = self.frame.build.select(mask, zero, adjoint);
        self.add(value, rest);
    }
}

impl Reverse<'_, '_> {
    /// Adds the lanes of a contribution that a mask lets through, each by itself.
    fn add_atomically_under(
        &mut self,
        pointer: ValueId,
        (at, mask): (Value, Value),
        contribution: Value,
    ) {
        let ty = contribution.ty();
        let nowhere = self.frame.nowhere(ty);
        for lane in (0..ty.length()).map(|lane| self.frame.i64(lane)) {
            let build = &self.frame.build;
            let [there, nowhere] =
                [at, nowhere].map(|vector| build.element_ptr(ty.element(), vector, lane, ""));
            let lets_through = build.extract_element(mask, lane);
            let place = match self.frame.source.facts.registry.grid() {
                None => (build.select(lets_through, there, nowhere), None),
                // As in `guard`.
                Some(_) => {
                    let none = lets_through.ty().zero();
                    let hidden = build.icmp(IntPredicate::LLVMIntEQ, lets_through, none);
                    (there, Some(hidden))
                }
            };
            let number = build.extract_element(contribution, lane);
            self.add_atomically(pointer, place, number);
        }
    }
}

/// The tangent of a masked load, or the store of one.
pub(super) fn forward(frame: &mut Frame<'_>, id: InstId, access: MaskedAccess) -> Option<Value> {
    let inst = &frame.source.facts.body.insts[id];
    let [pointer, mask, value] =
        [access.pointer, access.mask, access.value].map(|p| inst.operands[usize::from(p)]);
    let behind = frame.shadow_behind(pointer);
    let (mask, given) = (frame.value(mask), tangent(frame, value));
    let there = (behind.at, unless(frame, behind.is_primal, mask));
    if !access.stores {
        let tangent = load(frame, id, there, given);
        return Some(behind.read_under(frame, (mask, given), tangent));
    }
    store(frame, id, there, given);
    if let Some(is_primal) = behind.is_primal {
        let kept = frame.build.select(mask, given, given.ty().zero());
        let varies = frame.varies(kept);
        let lost = frame.build.and(is_primal, varies);
        frame.lose(id, lost);
    }
    None
}

fn load(frame: &Frame<'_>, id: InstId, (pointer, mask): (Value, Value), other: Value) -> Value {
    let types = [other.ty(), pointer.ty()];
    let callee = frame.source.module.intrinsic("llvm.masked.load", &types);
    let args = [pointer, mask, other];
    let load = frame
        .build
        .call(callee.function_type(), callee, &args, "masked");
    frame.tag_shadow(load, id);
    load
}

fn store(frame: &Frame<'_>, id: InstId, (pointer, mask): (Value, Value), value: Value) {
    let types = [value.ty(), pointer.ty()];
    let callee = frame.source.module.intrinsic("llvm.masked.store", &types);
    let args = [value, pointer, mask];
    let store = frame.build.call(callee.function_type(), callee, &args, "");
    frame.tag_shadow(store, id);
}
