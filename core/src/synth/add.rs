//! Contributions to adjoints, added to shadows.
//!
//! Owns: the ways of adding that `plan::accumulate` knows. Must not: choose one.

use super::lookup::Reverse;
use crate::plan::accumulate::{Addition, addition};
use crate::view::{InstId, ValueId};
use enzyme_llvm_shim::ir::{AtomicOp, TypeKind, Value};

impl Reverse<'_, '_> {
    /// Adds to the numbers at an address in the shadow behind `pointer`, as the reversal of an instruction; gives the accesses that this takes, if they are plain.
    pub(super) fn add_to_shadow(
        &mut self,
        (id, pointer): (InstId, ValueId),
        address: Value,
        contribution: Value,
    ) -> Vec<Value> {
        match addition(self.frame.source.facts, id, pointer) {
            Addition::Plain(_) => self.add_at(address, contribution).into(),
            Addition::Atomic => {
                self.add_atomically(address, contribution);
                Vec::new()
            }
        }
    }

    /// Adds each number by itself.
    pub(super) fn add_atomically(&self, address: Value, contribution: Value) {
        const ADD: AtomicOp = AtomicOp::LLVMAtomicRMWBinOpFAdd;
        let (ty, build) = (contribution.ty(), &self.frame.build);
        if ty.kind() != TypeKind::LLVMVectorTypeKind {
            build.atomic_rmw(ADD, address, contribution);
            return;
        }
        for lane in 0..ty.length() {
            let lane = self.frame.i64(lane);
            let at = build.element_ptr(ty.element(), address, lane, "");
            let number = build.extract_element(contribution, lane);
            build.atomic_rmw(ADD, at, number);
        }
    }
}
