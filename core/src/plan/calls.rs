//! Calls of functions with a body.
//!
//! Calls of steps, of teams and of functions with rules of the program's are such calls, too, of which more is asked (`steps`, `teams`, `custom`).
//!
//! Owns: which arguments are active, and why such a call is refused. Must not: decide in which halves it runs.

use super::accumulate;
use super::adjoints::{Adjoint, CallPlan, Called, Classified, Halves};
use super::facts::Facts;
use super::integers::is_plain;
use super::punned::active_bits;
use super::refusal::Refusal;
use super::undisturbed;
use super::unneeded;
use crate::analysis::callee;
use crate::analysis::memory::FieldId;
use crate::analysis::ownership;
use crate::request::{Activity, Mode, Returned};
use crate::view::{Inst, InstId, Shape, ValueId, ValueKind};

/// A call of a function with a body.
pub(super) fn defined(facts: Facts<'_>, id: InstId, inst: &Inst, symbol: &str) -> Classified {
    let reverse = facts.request.mode != Mode::Forward;
    let mut params = Vec::new();
    for value in &inst.operands {
        params.push(argument_activity(facts, id, *value, reverse)?);
    }
    let result = inst.result;
    let number = result.is_some_and(|r| facts.activities.active(r));
    let pointer = result.is_some_and(|r| facts.shadowed(r));
    let inactive = |a: &Activity| matches!(a, Activity::Const | Activity::Null);
    let idle = params.iter().all(inactive) && !number && !pointer;
    let apart = !facts.mirrored.is_call(inst, facts.registry) && !callee::is_task(inst);
    if apart && (answers(facts, inst) || idle && !uses_globals(facts, id)) {
        return Ok(Adjoint::None);
    }
    if number && result.is_some_and(|r| !facts.body.types.holds_float(facts.body.values[r].ty)) {
        return Err(active_bits(id));
    }
    Ok(Adjoint::Call(CallPlan {
        called: Called::Function(symbol.to_owned()),
        params,
        returned: Returned {
            active: number || pointer,
            primal: result.is_some(),
        },
        halves: Halves::Split {
            overwritten: facts.request.overwritten || facts.overwritten.is(id),
        },
        same: undisturbed::operands(facts, id),
        sweep: is_told_sweep(facts, inst),
        restores: facts.restored.operands(id),
        unneeded: unneeded::handed_on(facts, id),
        freed: result.and_then(|r| owned_free(facts, r)),
        replaced: false,
        runtime_activity: accumulate::is_asked_below(facts, &inst.operands),
    }))
}

/// Whether a call is told by which forward sweep it is made: teams are, and functions that start some, where one sweep makes the call more than once.
fn is_told_sweep(facts: Facts<'_>, inst: &Inst) -> bool {
    let may_be_again = || facts.body.nest(inst.block).next().is_some();
    !callee::is_task(inst)
        && facts.repeatable.starts_team(inst, facts.registry)
        && (facts.request.sweep || may_be_again())
}

/// Whether a call leaves nothing behind but an integer that is neither a number nor an address: a comparison.
fn answers(facts: Facts<'_>, inst: &Inst) -> bool {
    let short = |r: ValueId| matches!(facts.body.shape(r), Shape::Int(bits) if *bits <= 32);
    inst.result
        .is_some_and(|r| short(r) && !facts.activities.active(r))
        && callee::rule(inst, facts.registry).is_none()
        && facts.effect_free.is_call(inst, facts.registry)
}

/// Whether active data travels through globals into a call or out of it, or the callee sets a global pointer that leads to
/// such data: the pointer's shadow has to follow.
fn uses_globals(facts: Facts<'_>, id: InstId) -> bool {
    let active = |f: &FieldId| facts.activities.active_field(*f);
    let leads = |f: &FieldId| {
        let target = facts.memory.fields[f.0].target;
        target.is_some_and(|object| facts.activities.shadowed(object))
    };
    let written = facts.memory.touched(id, true);
    facts.memory.touched(id, false).iter().any(active)
        || written.iter().any(|f| active(f) || leads(f))
}

fn argument_activity(
    facts: Facts<'_>,
    id: InstId,
    value: ValueId,
    reverse: bool,
) -> Result<Activity, Refusal> {
    let ty = facts.body.values[value].ty;
    if facts.body.types.is_pointer(ty) {
        let is_null = facts.body.values[value].kind == ValueKind::Zeroish;
        return Ok(match facts.shadowed(value) {
            true => Activity::Dup,
            false if is_null => Activity::Null,
            false => Activity::Const,
        });
    }
    if !facts.activities.active(value) || is_plain(facts, value) {
        return Ok(Activity::Const);
    }
    if !facts.body.types.holds_float(ty) {
        return Err(active_bits(id));
    }
    Ok(if reverse {
        Activity::Out
    } else {
        Activity::Dup
    })
}

/// The deallocation of memory that this function obtained through `pointer`.
pub(super) fn owned_free(facts: Facts<'_>, pointer: ValueId) -> Option<InstId> {
    ownership::owned(facts.body, facts.memory, facts.registry, pointer)
}
