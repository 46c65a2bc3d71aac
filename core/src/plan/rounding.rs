//! Bounds of rounding errors: what adds an error that nobody can bound.
//!
//! Owns: these refusals. Must not: know the bounds.

use super::adjoints::{Adjoint, Called};
use super::facts::Facts;
use super::refusal::Refusal;
use crate::analysis::callee;
use crate::diag::codes;
use crate::view::InstId;
use crate::view::entity::Map;
use enzyme_rules::rounding::{Rounding, rounding};

/// Refuses what has no bound, if bounds are asked for.
pub(super) fn check(facts: Facts<'_>, adjoints: &Map<InstId, Adjoint>) -> Result<(), Vec<Refusal>> {
    if !facts.request.errors {
        return Ok(());
    }
    let refusals =
        adjoints.iter().filter_map(|(id, adjoint)| {
            let own = callee::rule(&facts.body.insts[id], facts.registry)
                .map(|_| "a function with a rule of the program's".to_owned());
            let what = own
                .filter(|_| matches!(adjoint, Adjoint::Call(_)))
                .or_else(|| without_bound(adjoint))?;
            let message = format!("no bound is known of the rounding errors of {what}");
            let refusal = Refusal::new(codes::UNSUPPORTED_INSTRUCTION, id, message);
            Some(refusal.help(
                "compare with a copy of lower precision: `__enzyme_truncate_op_func(f, 64, 32)`",
            ))
        });
    let refusals: Vec<Refusal> = refusals.collect();
    if refusals.is_empty() {
        Ok(())
    } else {
        Err(refusals)
    }
}

/// What an instruction is, if its results have no bound.
fn without_bound(adjoint: &Adjoint) -> Option<String> {
    let unknown = |family: &str| rounding(family) == Rounding::Unknown;
    match adjoint {
        Adjoint::Rule { rule, .. } => unknown(rule.name).then(|| format!("`{}`", rule.name)),
        Adjoint::OutRule(rule) => unknown(rule.name).then(|| format!("`{}`", rule.name)),
        Adjoint::AtomicAdd => Some("an atomic sum".to_owned()),
        Adjoint::Raise => Some("an atomic maximum or minimum".to_owned()),
        Adjoint::Mirror(_) | Adjoint::Array(_) => Some("a library's routine".to_owned()),
        Adjoint::Call(call) if call.called == Called::Through => {
            Some("a call through a pointer".to_owned())
        }
        // Numbers are moved, or converted, which adds half a unit at most.
        Adjoint::None
        | Adjoint::FloatCast
        | Adjoint::Bitcast
        | Adjoint::SignBit { .. }
        | Adjoint::Same(_)
        | Adjoint::Linear(_)
        | Adjoint::OnceMore(_)
        | Adjoint::Phi
        | Adjoint::Select
        | Adjoint::Shuffle
        | Adjoint::Load(_)
        | Adjoint::LoadPointer(_)
        | Adjoint::Carry { .. }
        | Adjoint::Store(_)
        | Adjoint::StorePointer
        | Adjoint::Masked(_)
        | Adjoint::Copy { .. }
        | Adjoint::Reset { .. }
        | Adjoint::Allocate { .. }
        | Adjoint::DeferredFree
        | Adjoint::Steps(..)
        | Adjoint::Call(_) => None,
    }
}
