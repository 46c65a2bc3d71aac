//! Which calls run wholly in the reverse pass: primal and adjoint at once, with no tape in between.
//! And which of them run in the forward sweep as well, for their results, because the program asks for it: their functions are
//! registered as better computed again (`__enzyme_shouldrecompute`).
//!
//! A call may move there if the forward sweep does without it. It must leave no trace but its result
//! (`analysis::effect_free`); nothing that the forward sweep has to do may depend on that result; and what
//! it reads must still be there in the reverse pass (`analysis::overwritten`).
//!
//! `combine-calls=no` splits every call; results must agree.
//!
//! Owns: the choice among [`Halves`]. Must not: change anything
//! else of a plan.

use super::adjoints::{Adjoint, Called, Halves};
use super::facts::Facts;
use super::flow::Back;
use super::item::Item;
use crate::analysis::callee;
use crate::view::entity::Map;
use crate::view::{BlockId, Inst, InstId, Op, ValueId};
use enzyme_rules::CalleeKind;
use indexmap::IndexSet;

/// Turns every call that allows it into a combined one; its tape is no longer needed.
pub(crate) fn choose(
    facts: Facts<'_>,
    left_out: &IndexSet<InstId>,
    adjoints: &mut Map<InstId, Adjoint>,
    needed: &mut IndexSet<Item>,
    back: &Map<BlockId, Back>,
) {
    let fits = |id: &InstId| movable(facts, *id, &adjoints[*id], back);
    let candidates: IndexSet<InstId> = facts.body.insts.keys().filter(fits).collect();
    if candidates.is_empty() {
        return;
    }
    let gone = candidates.iter().chain(left_out).copied().collect();
    let live = live_values(facts, needed, &gone);
    for id in candidates {
        let used = facts.body.insts[id].result.is_some_and(|r| live[r]);
        let Adjoint::Call(call) = &mut adjoints[id] else {
            continue;
        };
        call.halves = match used {
            false => Halves::Combined,
            true if is_recomputed(facts, &call.called) => Halves::Repeated,
            true => continue,
        };
        needed.shift_remove(&Item::Tape(id));
    }
}

/// Whether an iteration of a loop, which was made a function to be combined, is not.
pub(crate) fn splits_tile(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>) -> bool {
    let mut insts = facts.body.insts.iter();
    insts.any(|(id, inst)| {
        let split = matches!(&adjoints[id], Adjoint::Call(call) if matches!(call.halves, Halves::Split { .. }));
        split && callee::is_tile(inst)
    })
}

/// Whether the program would rather have a function computed again.
fn is_recomputed(facts: Facts<'_>, called: &Called) -> bool {
    match called {
        Called::Function(symbol) => facts.registry.is_recomputed(symbol),
        Called::Team(_) | Called::Task(_) | Called::Through => false,
    }
}

/// Whether a call could run later, as far as memory is concerned.
fn movable(facts: Facts<'_>, id: InstId, adjoint: &Adjoint, back: &Map<BlockId, Back>) -> bool {
    let inst = &facts.body.insts[id];
    let Adjoint::Call(call) = adjoint else {
        return false;
    };
    let undisturbed = call.halves == Halves::Split { overwritten: false };
    let number = inst.result.is_some_and(|r| facts.activities.active(r));
    let reversed = back[inst.block] != Back::Never;
    let own = callee::rule(inst, facts.registry).is_none();
    undisturbed && number && reversed && own && facts.effect_free.is_call(inst, facts.registry)
}

/// Values that the forward sweep computes for a purpose: an effect, a branch, the returned primal,
/// or something that the reverse pass needs. It does without the instructions that are `gone`.
pub(super) fn live_values(
    facts: Facts<'_>,
    needed: &IndexSet<Item>,
    gone: &IndexSet<InstId>,
) -> Map<ValueId, bool> {
    let body = facts.body;
    let mut live = Map::filled(body.values.len(), false);
    let mut work: Vec<ValueId> = Vec::new();
    for (id, inst) in body.insts.iter() {
        let returns = inst.op == Op::Ret && !facts.request.returned.primal;
        if !gone.contains(&id) && !returns && !is_idle(facts, inst) {
            work.extend(inst.operands.iter().copied());
        }
    }
    work.extend(needed.iter().filter_map(|item| item.value()));
    while let Some(value) = work.pop() {
        if !std::mem::replace(&mut live[value], true)
            && let Some(id) = body.def(value)
        {
            work.extend(body.insts[id].operands.iter().copied());
        }
    }
    live
}

/// Arithmetic on numbers, which does nothing where its result is of no use, whatever it is given.
pub(super) fn is_idle(facts: Facts<'_>, inst: &Inst) -> bool {
    let float = |v: &ValueId| facts.body.types.holds_float(facts.body.values[*v].ty);
    match &inst.op {
        Op::Float(_) | Op::Round | Op::FCmp | Op::Select | Op::Phi(_) | Op::Freeze => true,
        Op::Cast(_)
        | Op::ExtractValue(_)
        | Op::InsertValue(_)
        | Op::ExtractElement
        | Op::InsertElement
        | Op::Shuffle(_) => inst.result.iter().all(float),
        Op::Call(_) => matches!(
            callee::known(inst, facts.registry),
            Some(CalleeKind::Scalar(_))
        ),
        // Any other: it stays where it is, and so does what it is given.
        _ => false,
    }
}
