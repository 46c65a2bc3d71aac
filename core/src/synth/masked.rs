//! Derivatives of loads and stores under a mask.
//!
//! The mask of the primal is the mask of the derivative: what it leaves out is neither read nor written
//! there, and contributes exactly nothing.
//!
//! Owns: their emission in both modes. Must not: decide which contribute.

use super::forward::tangent;
use super::frame::Frame;
use super::lookup::Reverse;
use super::reverse::accumulated;
use super::shadows;
use crate::plan::Item;
use crate::view::InstId;
use enzyme_llvm_shim::ir::Value;
use enzyme_rules::MaskedAccess;

impl Reverse<'_, '_> {
    /// What was loaded is added to the shadow; what was stored gets the shadow's adjoint, which is consumed.
    pub(crate) fn masked(&mut self, id: InstId, access: MaskedAccess) {
        let operand = |this: &Self, position: u8| {
            this.frame.source.facts.body.insts[id].operands[usize::from(position)]
        };
        let [pointer, mask, value] =
            [access.pointer, access.mask, access.value].map(|p| operand(self, p));
        let shadow = self.lookup(Item::Shadow(pointer));
        let mask = self.lookup(Item::Primal(mask));
        let zero = self.frame.ty(value).zero();
        if access.stores {
            let adjoint = load(self.frame, id, (shadow, mask), zero);
            store(self.frame, id, (shadow, mask), zero);
            self.add(value, adjoint);
            return;
        }
        let adjoint = self.take(self.result(id));
        let old = load(self.frame, id, (shadow, mask), zero);
        let sum = accumulated(self.frame.build.fadd(old, adjoint));
        store(self.frame, id, (shadow, mask), sum);
        let rest = self.frame.build.select(mask, zero, adjoint);
        self.add(value, rest);
    }
}

/// The tangent of a masked load, or the store of one.
pub(super) fn forward(frame: &mut Frame<'_>, id: InstId, access: MaskedAccess) -> Option<Value> {
    let inst = &frame.source.facts.body.insts[id];
    let [pointer, mask, value] =
        [access.pointer, access.mask, access.value].map(|p| inst.operands[usize::from(p)]);
    let shadow = shadows::shadow(frame, pointer);
    let (mask, given) = (frame.value(mask), tangent(frame, value));
    if access.stores {
        store(frame, id, (shadow, mask), given);
        return None;
    }
    Some(load(frame, id, (shadow, mask), given))
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
