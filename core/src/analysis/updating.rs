//! Functions that may change memory by atomic operations, whose order among threads nobody knows.
//!
//! Owns: which functions hold one, themselves or below. Must not: ask which memory it is of.

use super::callee::{self, Target};
use super::functions::{Component, Functions};
use crate::view::{Inst, Op};
use enzyme_rules::Registry;

/// Adds the functions of a component that may change memory so.
pub(crate) fn learn(updating: &mut Functions, component: &Component<'_>, registry: &Registry) {
    updating.grow(component, |known, body, _| {
        let mut insts = body.insts.values();
        insts.any(|inst| match inst.op {
            Op::AtomicRmw(_) | Op::CmpXchg => true,
            // Any other: code of its own, or a plain access.
            _ => is_call(known, inst, registry),
        })
    });
}

/// Whether an instruction runs code that may change memory so.
pub(crate) fn is_call(updating: &Functions, inst: &Inst, registry: &Registry) -> bool {
    inst.effects.writes
        && match callee::target(inst, registry) {
            Some(Target::Defined(symbol)) => updating.contains(symbol),
            // A rule says what becomes of the numbers.
            Some(Target::Known(_)) | None => false,
            Some(
                Target::Custom(_)
                | Target::Unknown(_)
                | Target::Through
                | Target::Indirect
                | Target::Assembly,
            ) => true,
        }
}
