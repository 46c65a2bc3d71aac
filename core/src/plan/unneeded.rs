//! Stores of the primal that a derivative leaves out.
//!
//! What a parameter marked `enzyme_dupnoneed` leads to is not looked at after the call, so stores to it need not be
//! made if the function itself does not read them. Nor need what was computed for them alone: LLVM drops arithmetic by
//! itself, but keeps calls that may set errno. These go as well where nothing in the function may read errno.
//!
//! Two proofs are known. Through a `noalias` parameter that is stored through and nothing else: nothing that is
//! written so is read by another name. And the last stores of a function, behind which nothing can tell
//! (`postponed`), into memory that only such parameters lead to, if a hook calls it and nobody else.
//!
//! Calls are told of such memory that is handed to them ([`handed_on`]): the functions that run a parallel region are.
//!
//! A reverse pass may read again what was stored, but not through a parameter through which nothing is read.
//!
//! Owns: [`Unneeded`], [`handed_on`]. Must not: emit.

use super::combine::is_idle;
use super::facts::Facts;
use crate::analysis::bases::{self, Bases};
use crate::analysis::callee::{self, Target};
use crate::analysis::overwritten::INT_BYTES;
use crate::analysis::postponed;
use crate::view::{Body, Inst, InstId, Op, ValueId};
use indexmap::{IndexMap, IndexSet};

/// What a derivative does without.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unneeded {
    /// Stores that are left out.
    pub(crate) stores: IndexSet<InstId>,
    /// What only computes, and goes where its result is of no use.
    pub(crate) idle: Vec<InstId>,
}

impl Unneeded {
    /// What a tangent function does without.
    pub(super) fn in_forward_mode(facts: Facts<'_>) -> Self {
        let last = postponed::stores(facts.body, facts.memory, facts.registry);
        Self::find(facts, &last)
    }

    /// What the forward sweep of a reverse-mode function does without.
    pub(super) fn in_reverse_mode(facts: Facts<'_>) -> Self {
        Self::find(facts, facts.overwritten.postponed())
    }

    /// What goes if nothing can tell of the `last` stores but who looks at the memory after the call.
    fn find(facts: Facts<'_>, last: &IndexSet<InstId>) -> Self {
        if facts.request.unneeded.is_empty() {
            return Self::default();
        }
        // The last stores of a function that is called again are read by its next call.
        let called = facts.request.globals;
        let goes = |id: &InstId| !called && is_unneeded(facts, *id);
        let mut stores: IndexSet<InstId> = last.iter().copied().filter(goes).collect();
        stores.extend(only_stored_through(facts));
        let body = facts.body;
        let reads_errno = || body.insts.values().any(|inst| may_read_errno(facts, inst));
        // A caller may read it as well, and only a hook is known to have none.
        let needs_errno = called || reads_errno();
        let idle = |id: &InstId| is_idle(facts, &body.insts[*id]);
        let idle = match stores.is_empty() || needs_errno {
            true => Vec::new(),
            false => body.insts.keys().filter(idle).collect(),
        };
        Self { stores, idle }
    }
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

/// The arguments of a call, by position, that lead to memory whose content is not needed after it: each is made from an
/// unshared parameter that is stored through, handed to this call once, and nothing else.
pub(super) fn handed_on(facts: Facts<'_>, call: InstId) -> Vec<u32> {
    if facts.request.unneeded.is_empty() {
        return Vec::new();
    }
    let bases = bases(facts);
    let of = |value: &ValueId| bases.of(*value);
    let mut handed: IndexMap<u64, u32> = IndexMap::new();
    let mut kept = 0;
    for (id, inst) in facts.body.insts.iter() {
        if is_read_for_nobody(facts.body, inst) {
            continue;
        }
        let stores = inst.op == (Op::Store { ordered: false });
        for (position, based) in inst.operands.iter().map(of).enumerate() {
            let leads_on = bases::passes_on(&inst.op) || stores && position == 1;
            if based.params == 0 || leads_on {
                continue;
            }
            let one = based.params.is_power_of_two() && !based.other;
            if id != call || !one || handed.insert(based.params, position as u32).is_some() {
                kept |= based.params;
            }
        }
    }
    handed.retain(|params, _| params & kept == 0);
    handed.into_values().collect()
}

/// What is based on the unshared parameters whose content is not needed.
fn bases(facts: Facts<'_>) -> Bases {
    // A caller hands on none but those (see `handed_on`).
    let called = facts.request.globals;
    let unshared = |param: &u32| called || facts.body.promised[*param as usize].unshared;
    let params = facts.request.unneeded.iter().copied().filter(unshared);
    Bases::find(facts.body, facts.registry, params.collect())
}

/// Stores through unshared parameters through which nothing is read.
fn only_stored_through(facts: Facts<'_>) -> Vec<InstId> {
    let body = facts.body;
    let bases = bases(facts);
    let mut read = bases.escaped;
    let reads = |inst: &&Inst| !is_read_for_nobody(body, inst);
    for inst in body.insts.values().filter(reads) {
        let looked_at: &[ValueId] = match inst.op {
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

/// Whether it loads what nobody uses: what a program says of types with `__enzyme_double` is such a load.
fn is_read_for_nobody(body: &Body, inst: &Inst) -> bool {
    let unused = |value: ValueId| body.values[value].uses.is_empty();
    inst.op == (Op::Load { ordered: false }) && inst.result.is_some_and(unused)
}
