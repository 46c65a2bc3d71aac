//! How numbers pass through a call.
//!
//! Both directions of activity ask this. It names every kind of callee once, so that neither can forget one.
//!
//! Owns: [`Passage`]. Must not: know what varies or is useful.

use super::callee::{self, Asked, Target};
use crate::view::{Inst, ValueId};
use enzyme_rules::{CalleeKind, Custom, Effects, LinearRule, MemoryOp, OutRule, Registry};

/// How numbers pass through a call.
pub(super) enum Passage<'a> {
    /// From these operands into the result.
    Values(Vec<ValueId>),
    /// From these operands and the memory that is read into the result and the memory that is written.
    Mixed(Vec<ValueId>),
    /// By a rule with several results, some of which may be written.
    Outs(&'a OutRule),
    /// From memory to memory, each to its place.
    Copied(&'a MemoryOp),
    /// As text or bytes, through arguments that a library reads and writes.
    Text(&'a Effects),
    /// Out of the program, and into it.
    Elsewhere,
    /// Not at all: new memory varies with nothing; the others are no calls here, or are refused.
    Nowhere,
}

impl<'a> Passage<'a> {
    /// How numbers pass through an instruction that calls something.
    pub(super) fn of(inst: &'a Inst, registry: &'a Registry) -> Self {
        let one = |position: u8| inst.operands[usize::from(position)];
        let kind = match callee::target(inst, registry) {
            Some(Target::Known(entry)) => &entry.what,
            Some(Target::Custom(Asked {
                what: Custom::Inactive,
                ..
            })) => return Self::Nowhere,
            Some(
                Target::Defined(_)
                | Target::Custom(_)
                | Target::Unknown(_)
                | Target::Through
                | Target::Indirect
                | Target::Assembly,
            )
            | None => return Self::Mixed(inst.operands.clone()),
        };
        match kind {
            CalleeKind::Scalar(rule) => {
                let flowing = (0..rule.params.len()).filter(|i| !rule.is_zero(*i));
                Self::Values(flowing.map(|i| inst.operands[i]).collect())
            }
            CalleeKind::PassThrough(argument) | CalleeKind::Exclusive(argument) => {
                Self::Values(vec![one(*argument)])
            }
            CalleeKind::Linear(LinearRule { operand, .. }) => Self::Values(vec![one(*operand)]),
            CalleeKind::Carrier(rule) => Self::Values(inst.operands[rule.operands()].to_vec()),
            CalleeKind::IntegerOp => Self::Values(inst.operands.clone()),
            CalleeKind::Masked(access) => Self::Mixed(vec![one(access.value)]),
            CalleeKind::OutResults(rule) => Self::Outs(rule),
            CalleeKind::Memory(op) => Self::Copied(op),
            CalleeKind::Inactive { effects, .. } => Self::Text(effects),
            CalleeKind::Array(rule) => Self::Mixed(rule.numbers().map(one).collect()),
            CalleeKind::Mirrored(_) => Self::Elsewhere,
            CalleeKind::Allocator(_)
            | CalleeKind::Deallocator(_)
            | CalleeKind::Release
            | CalleeKind::Realloc(_)
            | CalleeKind::NoReturn
            | CalleeKind::Lanes(_)
            | CalleeKind::Region(_)
            | CalleeKind::Instead(_)
            | CalleeKind::Task(_)
            | CalleeKind::Thread(_)
            | CalleeKind::LoopMark(_)
            | CalleeKind::Refused(_) => Self::Nowhere,
        }
    }
}
