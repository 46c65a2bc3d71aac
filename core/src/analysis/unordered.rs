//! Functions that may let workers of a team wait for each other, in an order of which nobody knows afterwards.
//!
//! Owns: which instructions may do that, and which functions hold one, themselves or below. Must not: know barriers and locks that rules describe:
//! these say themselves what the reverse pass does in their place.

use super::callee::{self, Target};
use super::functions::{Component, Functions};
use crate::view::{Body, Inst, Op, ValueKind};
use enzyme_rules::Registry;

/// Adds the functions of a component that may let workers wait.
pub(crate) fn learn(unordered: &mut Functions, component: &Component<'_>, registry: &Registry) {
    unordered.grow(component, |known, body, _| {
        let returns = body.reach_exit();
        let mut insts = body.insts.values().filter(|inst| returns[inst.block]);
        insts.any(|inst| waits(known, body, inst, registry).is_some())
    });
}

/// The global, initialised once by whoever comes first, of which an instruction asks whether that was done. What workers read there comes after what
/// the first one wrote: that has no derivative, or has to be refused where it is known which numbers have one (`plan::teams`).
pub(crate) fn guarded(body: &Body, inst: &Inst, registry: &Registry) -> Option<String> {
    let at = inst
        .operands
        .first()
        .filter(|_| matches!(inst.op, Op::Load { .. }))?;
    match &body.values[*at].kind {
        ValueKind::Global { name, .. } => registry.guarded(name),
        // Any other: the guard is called by its name.
        _ => None,
    }
}

/// What an instruction does that may let workers wait, as the subject of a sentence.
pub(crate) fn waits(
    unordered: &Functions,
    body: &Body,
    inst: &Inst,
    registry: &Registry,
) -> Option<String> {
    let is_call = matches!(inst.op, Op::Call(_));
    let uses_memory = inst.effects.reads || inst.effects.writes;
    if is_call && !uses_memory && !inst.orders {
        return None;
    }
    match callee::target(inst, registry) {
        Some(Target::Unknown(symbol)) if !symbol.starts_with("llvm.") => {
            Some(format!("`{symbol}`, which is not known,"))
        }
        Some(Target::Assembly | Target::Indirect | Target::Through) => {
            Some("a function that is not known".to_owned())
        }
        Some(Target::Defined(symbol)) if unordered.contains(symbol) => {
            Some(format!("`{symbol}`, or what it calls,"))
        }
        Some(Target::Known(entry)) if entry.what.effects().orders => {
            let symbol = callee::symbol(inst).unwrap_or("this call");
            Some(format!("`{symbol}`"))
        }
        None if inst.orders && guarded(body, inst, registry).is_none() => {
            let what = match inst.op {
                Op::Fence if registry.grid().is_some() => "a fence of memory (`__threadfence`)",
                Op::Fence => "a fence (`flush` in OpenMP)",
                // Any other: an access.
                _ => "this atomic access",
            };
            Some(what.to_owned())
        }
        // What is known says itself where workers meet; a rule of the program's is its own affair.
        Some(Target::Known(_) | Target::Defined(_) | Target::Custom(_) | Target::Unknown(_))
        | None => None,
    }
}
