//! Addresses that all threads of a launch have, and whether they lead to other memory.
//!
//! Owns: [`Bases`]. Must not: know what is read there.

use super::super::slices::Readers;
use crate::analysis::callee;
use crate::view::{CastOp, Op, ValueId, ValueKind};
use enzyme_llvm_shim::analyses::are_distinct;
use enzyme_rules::GridRule;

/// How structures are passed to kernels, by the names of attributes.
const BY_VALUE: [&str; 2] = ["byval", "byref"];

/// What is known of addresses.
pub(super) struct Bases<'a> {
    pub(super) readers: &'a Readers<'a>,
    pub(super) grid: &'a GridRule,
}

impl Bases<'_> {
    /// What an address is made from.
    pub(super) fn root(&self, pointer: ValueId) -> ValueId {
        let made_from = |value: &ValueId| {
            let inst = &self.readers.imported.body.insts[self.readers.imported.body.def(*value)?];
            let is_made = matches!(inst.op, Op::Gep { .. } | Op::Cast(CastOp::AddrSpace));
            is_made.then(|| inst.operands[0])
        };
        let mut chain = std::iter::successors(Some(pointer), made_from);
        chain.by_ref().last().unwrap_or(pointer)
    }

    /// Whether an address is one that the host has handed to all threads, as an argument or in a structure that is one.
    pub(super) fn is_handed(&self, base: ValueId) -> bool {
        match self.readers.imported.body.values[base].kind {
            ValueKind::Param(_) => true,
            ValueKind::Inst(id) => {
                let inst = &self.readers.imported.body.insts[id];
                let within = inst.operands.first().map(|from| self.root(*from));
                let is_load = matches!(inst.op, Op::Load { ordered: false });
                let uniform = self.readers.launched;
                is_load
                    && within.is_some_and(|within| self.is_by_value(within))
                    && uniform.is_some_and(|uniform| uniform.holds(base))
            }
            // Any other: variables, and what is made up.
            _ => false,
        }
    }

    /// Whether a parameter is a structure itself: memory that nobody else has.
    fn is_by_value(&self, value: ValueId) -> bool {
        let ValueKind::Param(index) = self.readers.imported.body.values[value].kind else {
            return false;
        };
        let function = self.readers.source;
        let has = |name: &&str| function.param_type_attribute(index, name).is_some();
        BY_VALUE.iter().any(has)
    }

    /// Whether what the host has handed over is other memory than what lies behind another address, even if nobody writes there.
    pub(super) fn are_distinct(&self, base: ValueId, other: ValueId) -> bool {
        let is_no_data = || match self.readers.imported.body.values[other].kind {
            ValueKind::Global { space, .. } => space == self.grid.shared,
            ValueKind::Inst(id) => {
                let symbol = callee::symbol(&self.readers.imported.body.insts[id]);
                symbol.is_some_and(|symbol| self.grid.counts.at.contains(&symbol))
            }
            // Any other: it is asked of otherwise.
            _ => false,
        };
        let [one, another] = [base, other].map(|value| self.readers.imported.handles.value(value));
        // One of several addresses may be that of the structure.
        let is_one_place = || match self.readers.imported.body.values[other].kind {
            ValueKind::Param(_) | ValueKind::Global { .. } => true,
            // Any other: what is chosen, or lay in memory, unless the host has put it there.
            _ => self.is_handed(other),
        };
        base != other
            && (self.is_by_value(base) && is_one_place()
                || self.is_by_value(other)
                || is_no_data()
                || are_distinct(one, another))
    }
}
