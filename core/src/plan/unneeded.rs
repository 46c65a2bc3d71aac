//! Stores of the primal that a derivative leaves out.
//!
//! What a parameter marked `enzyme_dupnoneed` leads to is not looked at after the call, so stores to it need not be
//! made if the function itself does not read them. Nor need what was computed for them alone: LLVM drops arithmetic by
//! itself, but keeps calls that may set errno. These go as well where nothing in the function may read errno.
//!
//! Two proofs are known. Through a `noalias` parameter that is stored through and nothing else: nothing that is
//! written so is read by another name. And the last stores of a function, behind which nothing can tell
//! (`postponed`), into memory that only such parameters lead to.
//!
//! A reverse pass may read again what was stored, so a combined derivative leaves out the last stores only.
//!
//! Owns: [`Unneeded`], and [`last`] for combined derivatives. Must not: emit.

use super::facts::Facts;
use crate::analysis::bases::Bases;
use crate::analysis::callee::{self, Target};
use crate::analysis::overwritten::INT_BYTES;
use crate::analysis::postponed;
use crate::view::{Inst, InstId, Op};
use enzyme_rules::CalleeKind;
use indexmap::IndexSet;

/// What a tangent function does without.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unneeded {
    /// Stores that are left out.
    pub(crate) stores: IndexSet<InstId>,
    /// What only computes, and goes where its result is of no use, in program order.
    pub(crate) idle: Vec<InstId>,
}

impl Unneeded {
    pub(crate) fn find(facts: Facts<'_>) -> Self {
        let stores = stores(facts);
        let reads_errno = facts
            .body
            .insts
            .values()
            .any(|inst| may_read_errno(facts, inst));
        let idle = |id: &InstId| is_idle(facts, &facts.body.insts[*id]);
        let idle = match stores.is_empty() || reads_errno {
            true => Vec::new(),
            false => facts.body.insts.keys().filter(idle).collect(),
        };
        Self { stores, idle }
    }
}

fn is_idle(facts: Facts<'_>, inst: &Inst) -> bool {
    let scalar = || {
        matches!(
            callee::known(inst, facts.registry),
            Some(CalleeKind::Scalar(_))
        )
    };
    matches!(inst.op, Op::Float(_) | Op::FCmp | Op::Select | Op::Cast(_)) || scalar()
}

/// Whether an instruction reads an `int` that others may know, or calls something that may.
fn may_read_errno(facts: Facts<'_>, inst: &Inst) -> bool {
    let Facts {
        body,
        memory,
        registry,
        ..
    } = facts;
    let loads = matches!(
        inst.op,
        Op::Load { .. } | Op::AtomicRmw { .. } | Op::CmpXchg
    );
    let int = || {
        let ty = inst.result.map(|value| body.values[value].ty);
        ty.is_some_and(|ty| {
            body.types.float_lanes(ty).is_none() && body.types.get(ty).store_size <= INT_BYTES
        })
    };
    let own = || {
        memory
            .place(inst.operands[0])
            .is_some_and(|place| memory.is_private(place))
    };
    match callee::target(inst, registry) {
        Some(Target::Known(_)) => false,
        Some(_) => true,
        None => loads && int() && !own(),
    }
}

/// Stores that a combined derivative leaves out: those that would wait until the reverse pass is over.
pub(super) fn last(facts: Facts<'_>) -> IndexSet<InstId> {
    let waiting = facts.overwritten.postponed().iter().copied();
    waiting.filter(|id| is_unneeded(facts, *id)).collect()
}

/// The stores that are left out of a tangent function.
fn stores(facts: Facts<'_>) -> IndexSet<InstId> {
    if facts.request.unneeded.is_empty() {
        return IndexSet::new();
    }
    let last = postponed::stores(facts.body, facts.memory, facts.registry);
    let mut found: IndexSet<InstId> = last
        .into_iter()
        .filter(|id| is_unneeded(facts, *id))
        .collect();
    found.extend(only_stored_through(facts));
    found
}

/// Whether only parameters whose content is not needed lead to what a store writes.
fn is_unneeded(facts: Facts<'_>, store: InstId) -> bool {
    let pointer = facts.body.insts[store].operands[1];
    let place = facts.memory.place(pointer);
    place.is_some_and(|place| {
        let origins = &facts.memory.object(place.object).origins;
        let marked = |param: &u32| facts.request.unneeded.contains(param);
        let params = !origins.params.is_empty() && origins.params.iter().all(marked);
        params && origins.globals.is_empty()
    })
}

/// Stores through unshared parameters through which nothing is read.
fn only_stored_through(facts: Facts<'_>) -> Vec<InstId> {
    let body = facts.body;
    let unshared = |param: &u32| body.promised[*param as usize].unshared;
    let params = facts.request.unneeded.iter().copied().filter(unshared);
    let bases = Bases::find(body, facts.registry, params.collect());
    let mut read = bases.escaped;
    for inst in body.insts.values() {
        let looked_at = match inst.op {
            Op::Load { .. } | Op::AtomicRmw { .. } | Op::CmpXchg => &inst.operands[..1],
            Op::Call(_) => &inst.operands[..],
            // Any other: a pointer that it is given has escaped.
            _ => &[],
        };
        for pointer in looked_at {
            read |= bases.of(*pointer).params;
        }
    }
    let is_dead = |id: &InstId| {
        let inst = &body.insts[*id];
        let stores = inst.op == (Op::Store { ordered: false });
        stores && {
            let based = bases.of(inst.operands[1]);
            based.params != 0 && !based.other && based.params & read == 0
        }
    };
    body.insts.keys().filter(is_dead).collect()
}
