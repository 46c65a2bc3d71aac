//! Adjoints of numbers to which all threads of a launch add: each thread keeps its sum, and where it belongs, until its reverse is over; then its block adds
//! them up.
//!
//! All threads of a block come to the end of a kernel's reverse, and so to the barriers there.
//!
//! Owns: what a thread keeps. Must not: choose these numbers, or know how a block adds up.

use super::lookup::Reverse;
use crate::block_sums::{Sum, add_up};
use crate::view::InstId;
use enzyme_llvm_shim::ir::Value;

impl Reverse<'_, '_> {
    /// Zeroed variables: the addresses are null as long as there is nothing to add.
    pub(super) fn keep_for_blocks(&mut self) {
        for id in &self.plan.of_blocks {
            let ty = self.adjoint_type(self.result(*id));
            let pointer = self.frame.context().pointer();
            let sum = self.frame.slot(ty, "of.block");
            let to = self.frame.slot(pointer, "of.block.to");
            self.of_blocks.insert(*id, [sum, to]);
        }
    }

    /// A load's adjoint joins what the thread has for its block, unless a condition holds.
    pub(super) fn add_for_block(
        &mut self,
        load: InstId,
        (address, unless): (Value, Option<Value>),
        adjoint: Value,
    ) {
        let [sum, to] = self.of_blocks[&load];
        let build = &self.frame.build;
        let address = build.address_cast(address, self.frame.context().pointer());
        let (address, adjoint) = match unless {
            None => (address, adjoint),
            Some(unless) => {
                let before = build.load(address.ty(), to, "");
                let address = build.select(unless, before, address);
                (address, build.select(unless, adjoint.ty().zero(), adjoint))
            }
        };
        build.store(address, to);
        self.add_at(sum, adjoint);
    }

    /// The block's threads add up what they have.
    pub(super) fn add_of_blocks(&mut self) {
        let build = &self.frame.build;
        let pointer = self.frame.context().pointer();
        let sum = |(id, [sum, to]): (&InstId, &[Value; 2])| Sum {
            of: build.load(self.adjoint_type(self.result(*id)), *sum, ""),
            to: build.load(pointer, *to, ""),
        };
        let sums: Vec<Sum> = self.of_blocks.iter().map(sum).collect();
        let module = self.frame.source.module;
        if let Some(grid) = self.frame.source.facts.registry.grid() {
            add_up((module, grid), build, &sums);
        }
    }
}
