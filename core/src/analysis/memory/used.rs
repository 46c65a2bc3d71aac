//! Numbers and integers that the program computes with, and pointers that it follows or makes.
//!
//! The type of a load or store says how many bytes are moved, and how; that a number, an integer or a pointer lies there follows
//! only where something else is done with it.
//!
//! Owns: [`Used`]. Must not: write to the graph.

use crate::analysis::callee;
use crate::view::{Access, Body, CastOp, Flow, Inst, Op, ValueId, ValueKind};
use enzyme_rules::{CalleeKind, Registry};
use indexmap::{IndexMap, IndexSet};

/// What is known of the values of one function: a value that is stored in many places is looked at once.
#[derive(Debug, Default)]
pub(super) struct Used {
    known: IndexMap<ValueId, bool>,
}

impl Used {
    /// Whether what an instruction reads from memory or writes to it is what its type says, by what the function does with it.
    pub(super) fn is_used(&mut self, body: &Body, inst: &Inst, registry: &Registry) -> bool {
        let value = match inst.op.access() {
            Access::Read => inst.result,
            Access::Write => inst.operands.first().copied(),
            // Any other: sums in memory, masked accesses and the like move numbers alone.
            Access::None | Access::Exchange | Access::Order | Access::Call | Access::Unknown => {
                return true;
            }
        };
        value.is_some_and(|value| {
            let find = || is_made(body, value, registry) || is_consumed(body, value, registry);
            *self.known.entry(value).or_insert_with(find)
        })
    }
}

/// Whether something is computed of a number, moved or not.
fn is_consumed(body: &Body, value: ValueId, registry: &Registry) -> bool {
    let mut seen = IndexSet::from([value]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        for inst in body.values[value].uses.iter().map(|id| &body.insts[*id]) {
            match moves_number(inst) {
                true => seen.extend(inst.result),
                false if computes(inst, registry) || follows(inst, value) => return true,
                false => {}
            }
        }
    }
    false
}

/// Whether a number is the result of a computation, moved or not.
fn is_made(body: &Body, value: ValueId, registry: &Registry) -> bool {
    let mut seen = IndexSet::from([value]);
    let mut next = 0;
    while let Some(value) = seen.get_index(next).copied() {
        next += 1;
        match body.def(value).map(|id| &body.insts[id]) {
            Some(inst) if moves_number(inst) => seen.extend(inst.passed_on()),
            Some(inst) if computes(inst, registry) => return true,
            Some(_) => {}
            None if is_plain(&body.values[value].kind) => return true,
            None => {}
        }
    }
    false
}

/// Whether a constant is what its type says. A number zero is not, but null and integers are: pointers and texts are cleared so.
fn is_plain(kind: &ValueKind) -> bool {
    match kind {
        ValueKind::ConstFloat(x) => *x != 0.0,
        ValueKind::Zeroish
        | ValueKind::Global { .. }
        | ValueKind::Function(_)
        | ValueKind::ConstInt(_)
        | ValueKind::Splat(_) => true,
        ValueKind::Param(_) | ValueKind::Inst(_) | ValueKind::Constant | ValueKind::Other => false,
    }
}

/// Whether an instruction gives a number on as it is.
fn moves_number(inst: &Inst) -> bool {
    match inst.op {
        Op::Cast(_) | Op::Int(_) | Op::Gep { .. } => false,
        // Any other: as its flow says.
        _ => matches!(inst.op.flow(), Flow::Passes { .. }),
    }
}

/// Whether an instruction takes a value for an address.
fn follows(inst: &Inst, value: ValueId) -> bool {
    match inst.op {
        Op::Store { .. } => inst.operands[1] == value,
        Op::Load { .. } | Op::Gep { .. } | Op::AtomicRmw { .. } | Op::CmpXchg => true,
        // Any other: a callee may take it for anything.
        _ => false,
    }
}

/// Whether an instruction takes or makes numbers or integers as such, or makes addresses.
fn computes(inst: &Inst, registry: &Registry) -> bool {
    match inst.op {
        Op::Float(_) | Op::Round | Op::FCmp | Op::Alloca(_) | Op::Gep { .. } => true,
        Op::Int(_) | Op::ICmp | Op::Switch => true,
        Op::Cast(CastOp::FpTrunc | CastOp::FpExt | CastOp::FpToInt | CastOp::IntToFp) => true,
        Op::Call(_) => matches!(
            callee::known(inst, registry),
            Some(
                CalleeKind::Scalar(_)
                    | CalleeKind::OutResults(_)
                    | CalleeKind::Lanes(_)
                    | CalleeKind::Region(_)
                    | CalleeKind::Instead(_)
                    | CalleeKind::LoopMark(_)
                    | CalleeKind::Allocator(_)
                    | CalleeKind::Deallocator(_)
            )
        ),
        // Any other: it moves them, or knows bits only.
        _ => false,
    }
}
